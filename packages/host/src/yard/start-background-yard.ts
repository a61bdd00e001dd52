import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { onAbort, ToolyardError, withDeadline } from '@toolyard/core';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { Host } from '../ports/host.ts';

/** What the yard in the background says on its stdout when it can be joined. */
export const READY = 'ready';

/** It listens before it starts any server, which takes a second even on a busy machine. */
const READY_WITHIN_MS = 60_000;

/** What the program ends with where another yard can be joined, and where the configuration keeps it from starting. */
const ENDS = { done: 0, failed: 1, misconfigured: 2 } as const;

/**
 * Starts a yard in the background, which outlives this process; resolves when it can be joined, or when it found that
 * another one can. Rejects with what it wrote to stderr where it did not start, or not within `limitMs`.
 */
export async function startBackgroundYard(
  host: Pick<Host, 'program' | 'surroundings' | 'clock' | 'notify'>,
  named: NamedConfiguration,
  limitMs: number = READY_WITHIN_MS,
): Promise<void> {
  const { program, surroundings, clock } = host;
  if (program === undefined) throw toStartError(ENDS.failed, 'This program cannot start one. Run "toolyard up".');
  const child = spawn(program.command, [...program.args, ...toWords(named)], {
    cwd: surroundings.cwd,
    env: surroundings.env,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stderr } = await withDeadline({ clock, ms: limitMs }, (until) => untilReady(child, until));
  // Not waited for any more; what it writes from now on goes to the log file.
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  if (code !== ENDS.done) throw toStartError(code, stderr);
  const message = stderr.trimEnd();
  if (message !== '') host.notify({ level: 'info', message });
}

/** A file that nobody named is found anew there, since naming it with --config would approve it. */
function toWords({ config, found, strict }: NamedConfiguration): string[] {
  return [
    ...(config === undefined ? [] : ['--config', config]),
    ...(found === undefined ? [] : ['--found', found]),
    ...(strict === true ? ['--strict'] : []),
  ];
}

function untilReady(
  child: ChildProcessByStdio<null, Readable, Readable>,
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes(READY)) resolve({ code: ENDS.done, stderr });
    });
    child.once('error', (error) => reject(toStartError(ENDS.failed, error.message)));
    child.once('close', (code) => resolve({ code: code ?? ENDS.failed, stderr }));
    onAbort(signal, () => {
      child.kill('SIGKILL');
      reject(toStartError(ENDS.failed, `${stderr}\nIt was not ready in time and was stopped.`));
    });
  });
}

function toStartError(code: number, text: string): ToolyardError {
  const reason = text.trim();
  if (code === ENDS.misconfigured) return new ToolyardError('config-invalid', reason);
  const message = `The background Toolyard did not start${reason === '' ? '' : `: ${reason}`}`;
  return new ToolyardError('socket-unavailable', message);
}
