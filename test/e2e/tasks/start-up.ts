import { onTestFinished } from 'vitest';
import { startToolyard, type Running } from '../cli/run-toolyard.ts';

/** A `toolyard up` without a configuration. */
export interface Up {
  /** All that it has shown. */
  shown(): string;
  /** Where clients connect. */
  readonly url: string;
  readonly running: Running;
  /** Asks it to end; gives the exit code. */
  stop(): Promise<number | null>;
}

/** Starts it in an empty folder, on a free port, and waits until its tasks can be used. */
export async function startUp(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Up> {
  const running = startToolyard(['up', '--port', '0'], { cwd, env });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  let shown = '';
  running.child.stdout.on('data', (text: string) => (shown += text));
  await running.saw('stdout', 'tasks is running with 10 tools');
  return {
    shown: () => shown,
    url: /connect to (http:\S+)/.exec(shown)?.[1] ?? '',
    running,
    async stop() {
      running.child.kill('SIGTERM');
      return (await running.finished).code;
    },
  };
}
