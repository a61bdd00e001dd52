import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoginPathReader, createShellRunner, parseLoginPath } from './read-login-path.ts';

const MARK = '__TOOLYARD_PATH__';
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeShell(name: string, script: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}`, { mode: 0o755 });
  return file;
}

describe('parseLoginPath', () => {
  it('finds the path between the marks, whatever stands around them', () => {
    expect(parseLoginPath(`Welcome!\n${MARK}\n/a:/b c\n${MARK}\nbye`)).toBe('/a:/b c');
    expect(parseLoginPath(`\u001b[1m${MARK}\r\n/a\r\n${MARK}`)).toBe('/a');
  });

  it('finds none where a mark is missing or nothing is between them', () => {
    expect(parseLoginPath('')).toBeUndefined();
    expect(parseLoginPath(`${MARK}\n/a`)).toBeUndefined();
    expect(parseLoginPath(`${MARK}\n\n${MARK}`)).toBeUndefined();
  });
});

describe('createLoginPathReader', () => {
  it('asks a login shell once and remembers', async () => {
    const runs: unknown[] = [];
    const read = createLoginPathReader('/bin/zsh', (shell, args) => {
      runs.push([shell, ...args.slice(0, 3)]);
      return Promise.resolve(`${MARK}\n/a\n${MARK}`);
    });
    expect([await read(), await read()]).toEqual(['/a', '/a']);
    expect(runs).toEqual([['/bin/zsh', '-l', '-i', '-c']]);
  });

  it('gives nothing where there is no shell or it cannot be run', async () => {
    expect(await createLoginPathReader(undefined, () => expect.fail('asked'))()).toBeUndefined();
    expect(await createLoginPathReader('/no/such/shell', createShellRunner(process.env))()).toBeUndefined();
  });

  it('reads the PATH that start-up files of a real shell set, among noise', async () => {
    const shell = await writeShell(
      'shell',
      'echo motd; echo oops >&2; PATH="/from/login:$PATH"; eval "$4"; echo bye\n',
    );
    const read = createLoginPathReader(shell, createShellRunner({ PATH: '/usr/bin:/bin' }));
    expect(await read()).toBe('/from/login:/usr/bin:/bin');
  });

  it('runs the shell outside of the working directory, where "." in PATH would lead to', async () => {
    const shell = await writeShell('tells-folder', `echo ${MARK}; pwd; echo ${MARK}\n`);
    expect(await createLoginPathReader(shell, createShellRunner({ PATH: '.:/usr/bin:/bin' }))()).toBe('/');
  });

  it('does not wait for what start-up files leave running', async () => {
    const shell = await writeShell('busy-shell', 'sleep 1000 & eval "$4"; wait\n');
    const env = { PATH: '/usr/bin:/bin', MARKER: `toolyard-marker-${process.pid}-shell` };
    expect(await createLoginPathReader(shell, createShellRunner(env))()).toBe('/usr/bin:/bin');
    await expect.poll(() => findProcesses(env.MARKER)).toEqual([]);
  });

  it('gives up on a shell that hangs, and ends it with all it started', async () => {
    const shell = await writeShell('hanging-shell', "trap '' TERM; sleep 1000; :\n");
    const env = { PATH: '/usr/bin:/bin', MARKER: `toolyard-marker-${process.pid}-hangs` };
    expect(await createLoginPathReader(shell, createShellRunner(env, 200))()).toBeUndefined();
    await expect.poll(() => findProcesses(env.MARKER)).toEqual([]);
  });
});
