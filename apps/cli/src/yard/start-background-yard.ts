import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ToolyardError } from '@toolyard/core';
import { BACKGROUND_COMMAND } from '../background-command.ts';
import type { Host } from '../host/host.ts';
import { EXIT } from '../to-exit-code.ts';
import type { CommonOptions } from './with-yard.ts';

/** What the yard in the background says on its stdout when it can be joined. */
export const READY = 'ready';

/**
 * Starts this program as a yard in the background, which outlives this process; resolves when it can be joined, or when
 * it found that another one can. Rejects with what it wrote to stderr where it did not start.
 */
export async function startBackgroundYard(host: Host, options: CommonOptions): Promise<void> {
  const { interpreter, script } = host.program;
  const child = spawn(interpreter, [script, BACKGROUND_COMMAND, ...toWords(options)], {
    cwd: host.cwd,
    env: host.env,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stderr } = await untilReady(child);
  // Not waited for any more; what it writes from now on goes to the log file.
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  if (code !== EXIT.done) throw toStartError(code, stderr);
  host.stderr.write(stderr);
}

/** The file is found anew there, since naming it with --config would approve it. */
function toWords({ config, yes, debug }: CommonOptions): string[] {
  return [
    ...(config === undefined ? [] : ['--config', config]),
    ...(yes === true ? ['--yes'] : []),
    ...(debug === true ? ['--debug'] : []),
  ];
}

function untilReady(
  child: ChildProcessByStdio<null, Readable, Readable>,
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
  });
}

function toStartError(code: number, text: string): ToolyardError {
  const reason = text.trim();
  if (code === EXIT.usage) return new ToolyardError('config-invalid', reason);
  const message = `The yard in the background did not start${reason === '' ? '' : `: ${reason}`}`;
  return new ToolyardError('socket-unavailable', message);
}
