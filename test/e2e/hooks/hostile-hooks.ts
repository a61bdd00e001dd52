import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { putHostileFile, type HOSTILE_FILES } from '@toolyard/testing';
import { expect } from 'vitest';
import { approveAll, createApproved } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { WEBHOOK } from './fire-at-servers.ts';

/** The path of a file next to the workspace. */
export const besides = ({ folder }: Workspace, name: string): string => join(dirname(folder), name);

/** Characters that a terminal would obey. */
// eslint-disable-next-line no-control-regex -- these are the characters that must not be there
export const OBEYED: RegExp = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

/** A script that writes the words that it is given as JSON. */
export const TELL = "require('node:fs').appendFileSync(process.argv[1], JSON.stringify(process.argv.slice(2)) + '\\n')";

/** A hooks file with this content is refused by every command, in few words. */
export async function expectRefused(name: string, content: string | Uint8Array): Promise<void> {
  const workspace = createWorkspace();
  mkdirSync(join(workspace.folder, '.toolyard'));
  writeFileSync(join(workspace.folder, '.toolyard', name), content);
  for (const words of [
    ['fire', 'webhook'],
    ['watch', '--yes'],
  ]) {
    const { code, stderr, signal } = await workspace.hooks(...words);
    expect({ words, code, signal }).toEqual({ words, code: 2, signal: null });
    expect(stderr.length).toBeLessThan(2000);
  }
}

/** What lies in the place of a hooks file holds up no command. */
export async function expectHoldsUpNobody(kind: (typeof HOSTILE_FILES)[number]): Promise<void> {
  const workspace = createWorkspace();
  const file = join(workspace.folder, '.toolyard/hooks.json');
  mkdirSync(dirname(file));
  putHostileFile(file, kind);
  for (const words of [['list'], ['fire', 'webhook'], ['watch', '--yes']]) {
    expect([words, (await workspace.hooks(...words, '--workspace', '.')).code]).toEqual([words, 2]);
  }
}

/** A watch goes on with the hooks that it has when something else takes the place of their file. */
export async function expectWatchesOn(kind: (typeof HOSTILE_FILES)[number]): Promise<void> {
  const workspace = await createApproved([noteHook('a', { event: 'file.created', paths: ['in/*'] }, '{path}')]);
  const file = join(workspace.folder, '.toolyard/hooks.json');
  const { saw } = await workspace.watch();
  rmSync(file);
  putHostileFile(file, kind);
  await saw('stderr', 'Keeping the current hooks, because a file has problems:');
  workspace.write('in/one', '');
  await saw('stdout', '  a  file.created in/one  success');
}

/** A program does not run in a folder of this name that is a link out of the workspace. */
export async function expectNotRunIn(cwd: string): Promise<void> {
  const workspace = createWorkspace();
  const elsewhere = besides(workspace, 'elsewhere');
  mkdirSync(elsewhere);
  mkdirSync(join(workspace.folder, 'deep'));
  symlinkSync(elsewhere, join(workspace.folder, cwd));
  const parameters = {
    command: process.execPath,
    args: ['-e', "require('node:fs').writeFileSync('pwned', '')"],
    cwd,
  };
  workspace.writeHooks({ id: 'a', trigger: WEBHOOK, action: { type: 'custom', parameters } });
  await approveAll(workspace);
  expect(await workspace.hooks('fire', 'webhook')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`ms: "${cwd}" (cwd) leads out of the workspace.`),
  });
  expect(readdirSync(elsewhere)).toEqual([]);
}

/** A hook whose program would run in such a folder is refused as it is read. */
export async function expectNotRead(cwd: string): Promise<void> {
  const workspace = createWorkspace();
  const parameters = { command: 'touch', args: ['pwned'], cwd };
  workspace.writeHooks({ id: 'a', trigger: WEBHOOK, action: { type: 'custom', parameters } });
  expect(await workspace.hooks('run', 'a', '--yes')).toMatchObject({ code: 2, stdout: '' });
}
