import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runForeground, type ForegroundCommand, type ForegroundEnd } from './run-foreground.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-'));
  mkdirSync(join(folder, 'dir'));
  writeFileSync(join(folder, 'plain'), 'text');
  writeFileSync(join(folder, 'orphan'), '#!/no/such/program\n');
  writeFileSync(join(folder, 'bare'), 'exit 12\n');
  for (const name of ['orphan', 'bare']) chmodSync(join(folder, name), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(words: readonly string[], more: Partial<ForegroundCommand> = {}): Promise<ForegroundEnd> {
  const [command = '', ...args] = words;
  const env = { PATH: process.env['PATH'] };
  return runForeground({ command, args, cwd: folder, env, platform: 'linux', onSignal: () => () => {}, ...more });
}

describe('runForeground', () => {
  it.each<[string[], ForegroundEnd]>([
    [['true'], { exitCode: 0 }],
    [['sh', '-c', 'exit 255'], { exitCode: 255 }],
    [['sh', '-c', 'kill -KILL $$'], { exitCode: 137, signal: 'SIGKILL' }],
    // As shells do it with a script that does not say what runs it.
    [['./bare'], { exitCode: 12 }],
    [['no-such-program'], { exitCode: 127, problem: '"no-such-program" was not found in PATH.' }],
    [['./nowhere'], { exitCode: 127, problem: '"./nowhere" does not exist.' }],
    [['./plain'], { exitCode: 126, problem: '"./plain" is not executable. Change that with chmod +x.' }],
    [['./dir'], { exitCode: 126, problem: '"./dir" is a folder.' }],
    [
      ['./orphan'],
      { exitCode: 126, problem: '"./orphan" exists, but the program named in its first line (#!) was not found.' },
    ],
    [
      ['true', 'x'.repeat(3_000_000)],
      {
        exitCode: 126,
        problem: '"true" could not be started: its arguments and environment are too long for the system.',
      },
    ],
    [['true', 'a\0b'], { exitCode: 126, problem: '"true" could not be started: ERR_INVALID_ARG_VALUE.' }],
  ])('ends as a shell would: %.80j', async (words, end) => {
    expect(await run(words)).toEqual(end);
  });

  it('finds the program by the PATH of the command, and only there', async () => {
    expect(await run(['bare'], { env: { PATH: folder } })).toMatchObject({ exitCode: 12 });
    expect(await run(['bare'], { env: {} })).toMatchObject({ exitCode: 127 });
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('passes %s on, and hears no more signals in the end', async (signal) => {
    const ready = join(folder, `ready-${signal}`);
    let listener: ((signal: NodeJS.Signals) => void) | undefined;
    const onSignal: ForegroundCommand['onSignal'] = (next) => {
      listener = next;
      return () => (listener = undefined);
    };
    const script = `process.once('${signal}', () => process.exit(5)); require('fs').writeFileSync(process.argv[1], ''); setInterval(() => {}, 1e6)`;
    const running = run([process.execPath, '-e', script, ready], { onSignal });
    await waitUntil(() => existsSync(ready), 30_000);
    listener?.(signal);
    expect(await running).toEqual({ exitCode: 5 });
    expect(listener).toBeUndefined();
  });
});
