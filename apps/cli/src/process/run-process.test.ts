import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandContext } from '../terminal/command-context.ts';
import { createProcessContext } from './create-process-context.ts';
import { runToEnd } from './run-process.ts';

interface End {
  readonly code: number;
  readonly stderr: string;
}

/** Runs a program that prints to a stream which fails like this, and gives an exit code. */
async function runWith(errno: string | undefined, gives: number, isTTY = false): Promise<End> {
  const error = errno === undefined ? undefined : Object.assign(new Error(`${errno}: write`), { code: errno });
  const failing = new Writable({ write: (_chunk, _encoding, done) => done(error) });
  const stderr = new PassThrough();
  const context = createProcessContext();
  const terminal = { ...context.terminal, stdout: Object.assign(failing, { isTTY }), stderr };
  const print = (_words: readonly string[], given: CommandContext): Promise<number> => {
    given.terminal.stdout.write('text');
    return Promise.resolve(gives);
  };
  const code = await runToEnd(print, [], { ...context, terminal });
  return { code, stderr: stderr.read()?.toString() ?? '' };
}

describe('runToEnd', () => {
  it('gives the exit code of the program', async () => {
    expect(await runWith(undefined, 0)).toEqual({ code: 0, stderr: '' });
    expect(await runWith(undefined, 2)).toEqual({ code: 2, stderr: '' });
  });

  it.each(['ENOSPC', 'EIO', 'EDQUOT'])('fails where output could not be written: %s', async (errno) => {
    const stderr = `The output could not be written: ${errno}: write\n`;
    expect(await runWith(errno, 0)).toEqual({ code: 1, stderr });
    expect(await runWith(errno, 130)).toEqual({ code: 130, stderr });
  });

  it('does not fail where nobody reads any more', async () => {
    expect(await runWith('EPIPE', 0)).toEqual({ code: 0, stderr: '' });
    expect(await runWith('ECONNRESET', 0)).toEqual({ code: 0, stderr: '' });
    expect(await runWith('EIO', 0, true)).toEqual({ code: 0, stderr: '' });
  });
});

describe('runProcess', () => {
  it.each([
    ['ends by itself', 'return 7;'],
    ['does not wait', 'terminal.exitNow(7); return 0;'],
    ['waited for its clock alone', 'await new Promise((resolve) => systemClock.after(20, resolve)); return 7;'],
  ])('writes the lines that wait when the program %s', async (_, end) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-exit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const program = join(folder, 'program.cjs');
    const contents = `
      import { createLineFile, systemClock } from '@toolyard/node';
      import { runProcess } from './run-process.ts';
      void runProcess(async ([file], { terminal }) => {
        createLineFile({ file, toLossLine: String, onFailure: console.error }).add('the last words');
        ${end}
      });
    `;
    const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const;
    const resolving = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
    await build({ stdin, outfile: program, bundle: true, platform: 'node', format: 'cjs', ...resolving });
    const file = join(folder, 'lines');
    const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
    expect(await readFile(file, 'utf8')).toBe('the last words\n');
  });
});
