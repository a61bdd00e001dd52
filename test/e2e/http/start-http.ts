import { onTestFinished } from 'vitest';
import { startToolyard, type Running } from '../cli/run-toolyard.ts';
import type { YardFolder } from '../harness/create-yard-folder.ts';

/** A Toolyard that serves HTTP. */
export interface HttpToolyard {
  /** Where MCP is served. */
  readonly url: string;
  readonly running: Running;
  /** Asks it to end. */
  stop(): Promise<number | null>;
}

/** Starts the built command on a free port, and waits until it says where it serves. */
export async function startHttp(
  { folder, file }: YardFolder,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpToolyard> {
  const running = startToolyard(['serve', '--http', '0', '--config', file, ...words], {
    cwd: folder,
    env,
    isLongLived: true,
  });
  let told = '';
  running.child.stderr.on('data', (text: string) => (told += text));
  const stop = async (): Promise<number | null> => {
    running.child.kill('SIGTERM');
    return (await running.finished).code;
  };
  onTestFinished(async () => void (await stop()));
  await running.saw('stderr', 'MCP is served at');
  await running.saw('stderr', '. Press Ctrl-C to stop.');
  const url = /MCP is served at (\S+)\. Press Ctrl-C/.exec(told)?.[1];
  if (url === undefined) throw new Error(`It does not say where it serves: ${told}`);
  return { url, running, stop };
}
