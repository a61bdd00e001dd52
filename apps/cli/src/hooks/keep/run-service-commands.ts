import { execFile } from 'node:child_process';
import type { Surroundings } from '@toolyard/host';
import type { ServiceCommand } from './kept-service.ts';

const LIMIT_MS = 60_000;

/** What became of commands: all were run, the program for them is not there, or one failed. */
export type ServiceCommandsEnd =
  | { readonly type: 'done' }
  | { readonly type: 'no-program' }
  /** `why` is what the program said. */
  | { readonly type: 'failed'; readonly command: ServiceCommand; readonly why: string };

/** Runs one command after the other, up to the first that fails and matters; each has a minute. */
export async function runServiceCommands(
  commands: readonly ServiceCommand[],
  { env, homeDir }: Pick<Surroundings, 'env' | 'homeDir'>,
): Promise<ServiceCommandsEnd> {
  for (const command of commands) {
    const [file, ...args] = command.words;
    const end = await new Promise<ServiceCommandsEnd>((resolve) => {
      const options = { env, cwd: homeDir, timeout: LIMIT_MS, killSignal: 'SIGKILL', encoding: 'utf8' } as const;
      execFile(file, args, options, (error, stdout, stderr) => {
        if (error === null) resolve({ type: 'done' });
        else if (error.code === 'ENOENT') resolve({ type: 'no-program' });
        else resolve({ type: 'failed', command, why: stderr.trim() || stdout.trim() || explainEnd(error) });
      });
    });
    if (end.type === 'no-program' || (end.type === 'failed' && command.mayFail !== true)) return end;
  }
  return { type: 'done' };
}

function explainEnd({ killed, code }: { readonly killed?: boolean; readonly code?: unknown }): string {
  return killed === true ? `it did not end within ${LIMIT_MS / 1000} s` : `exit code ${String(code)}`;
}
