import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runToolyard, startToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, type YardFolder } from './create-yard-folder.ts';

interface Trap extends YardFolder {
  isSprung(): boolean;
}

/** A folder whose configuration would leave a file behind if anything of it ran. */
function setTrap(name: string): Trap {
  const place = createYardFolder();
  const proof = join(place.folder, 'it-ran');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(proof)}, '')`;
  place.write(name, {
    mcpServers: { hostile: { command: process.execPath, args: ['-e', script] }, echo: fixture('echo') },
  });
  return { ...place, isSprung: () => existsSync(proof) };
}

/** Runs a command whose stdin stays open and says nothing, as under a client or a job. */
function runWithOpenInput(words: readonly string[], cwd: string): Promise<Finished> {
  return startToolyard(words, { cwd }).finished;
}

/** A command starts nothing of a file of this name that merely lies in the working directory. */
export async function expectNotSprung(name: string, line: string): Promise<void> {
  const trap = setTrap(name);
  const words = line.split(' ');
  const runs = [runToolyard(words, { cwd: trap.folder }), runWithOpenInput(words, trap.folder)];
  for (const { code, stdout } of await Promise.all(runs)) {
    expect(code).toBe(2);
    if (words.includes('--json')) expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'config-not-approved' } });
    else expect(stdout).toBe('');
  }
  expect(trap.isSprung()).toBe(false);
}

/** Such a file works after approval, and not any more after an edit. */
export async function expectApprovalCounts(name: string): Promise<void> {
  const trap = setTrap(name);
  const run = (...words: string[]): Promise<Finished> => runToolyard(words, { cwd: trap.folder });
  expect((await run('approve', '--yes')).code).toBe(0);
  expect(trap.isSprung()).toBe(false);
  expect(await run('call', 'echo:echo', 'text=hello')).toMatchObject({ code: 0, stdout: 'hello\n' });
  // It is started, and ends at once, which status tells.
  expect((await run('status')).code).toBe(1);
  expect(trap.isSprung()).toBe(true);

  const proof = join(trap.folder, 'edited');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(proof)}, '')`;
  trap.write(name, { mcpServers: { hostile: { command: process.execPath, args: ['-e', script] } } });
  expect((await run('status')).code).toBe(2);
  expect(existsSync(proof)).toBe(false);
  expect((await run('approve', '--yes')).code).toBe(0);
  expect((await run('status')).code).toBe(1);
  expect(existsSync(proof)).toBe(true);
}

/** The working directory is not taken for the home folder, whatever HOME says. */
export async function expectNoHome(home: string): Promise<void> {
  const { folder, write } = createYardFolder();
  const work = join(folder, 'work');
  for (const top of [folder, work]) mkdirSync(join(top, '.config/toolyard'), { recursive: true, mode: 0o700 });
  for (const top of ['', 'work/']) write(`${top}.config/toolyard/toolyard.json`, { mcpServers: {} }, 0o600);
  const env = { HOME: home, TOOLYARD_STATE_DIR: join(folder, 'state') };
  const { code, stderr } = await runToolyard(['approve'], { cwd: work, env });
  expect(stderr).not.toContain('.config/toolyard/toolyard.json is your own');
  expect(code).toBe(0);
}
