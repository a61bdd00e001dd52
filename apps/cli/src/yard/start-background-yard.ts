import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { onAbort, ToolyardError, withDeadline } from '@toolyard/core';
import { systemClock } from '@toolyard/node';
import { BACKGROUND_COMMAND } from '../background-command.ts';
import type { Host } from '../host/host.ts';
import { EXIT } from '../to-exit-code.ts';
import type { CommonOptions } from './with-yard.ts';

/** What the yard in the background says on its stdout when it can be joined. */
export const READY = 'ready';

/** It listens before it starts any server, which takes a second even on a busy machine. */
const READY_WITHIN_MS = 60_000;

/**
 * Starts this program as a yard in the background, which outlives this process; resolves when it can be joined, or when
 * it found that another one can. Rejects with what it wrote to stderr where it did not start, or not within `limitMs`.
 */
export async function startBackgroundYard(
  host: Pick<Host, 'program' | 'cwd' | 'env' | 'stderr'>,
  options: CommonOptions,
  limitMs: number = READY_WITHIN_MS,
): Promise<void> {
  const { interpreter, script } = host.program;
  const child = spawn(interpreter, [script, BACKGROUND_COMMAND, ...toWords(options)], {
    cwd: host.cwd,
    env: host.env,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stderr } = await withDeadline({ clock: systemClock, ms: limitMs }, (until) => untilReady(child, until));
  // Not waited for any more; what it writes from now on goes to the log file.
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  if (code !== EXIT.done) throw toStartError(code, stderr);
  host.stderr.write(stderr);
}

/** A file that nobody named is found anew there, since naming it with --config would approve it. */
function toWords({ config, found, yes, debug }: CommonOptions): string[] {
  return [
    ...(config === undefined ? [] : ['--config', config]),
    ...(found === undefined ? [] : ['--found', found]),
    ...(yes === true ? ['--yes'] : []),
    ...(debug === true ? ['--debug'] : []),
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
      if (stdout.includes(READY)) resolve({ code: EXIT.done, stderr });
    });
    child.once('error', (error) => reject(toStartError(EXIT.failed, error.message)));
    child.once('close', (code) => resolve({ code: code ?? EXIT.failed, stderr }));
    onAbort(signal, () => {
      child.kill('SIGKILL');
      reject(toStartError(EXIT.failed, `${stderr}\nIt was not ready in time, and was ended.`));
    });
  });
}

function toStartError(code: number, text: string): ToolyardError {
  const reason = text.trim();
  if (code === EXIT.usage) return new ToolyardError('config-invalid', reason);
  const message = `The yard in the background did not start${reason === '' ? '' : `: ${reason}`}`;
  return new ToolyardError('socket-unavailable', message);
}
