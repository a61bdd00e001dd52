import { describe, expect, it } from 'vitest';
import { createFakeFolder, createFakeFolders } from '../../test/fakes/create-fake-folder.ts';
import { chooseTaskFolder, chooseTerminalFolder } from './choose-folder.ts';

const shop = createFakeFolder();
const mail = createFakeFolder({}, { name: 'mail', path: '/mail' });
const folders = createFakeFolders(shop, mail);

describe('the folder of a task', () => {
  it.each([
    ['that declares it, wherever it runs', { scope: '/mail', cwd: '/shop' }, mail],
    ['that it runs in', { cwd: '/mail/src', active: '/shop/a.md' }, mail],
    ['of the active file', { cwd: '/elsewhere', active: '/mail/a.md' }, mail],
    ['that is the first', { active: '/elsewhere/a.md' }, shop],
    ['that declares it, where the window has it', { scope: '/gone', active: '/mail/a.md' }, undefined],
  ])('is the one %s', (_, where, folder) => {
    expect(chooseTaskFolder(folders, where)).toBe(folder);
  });

  it('is none in an empty window', () => {
    expect(chooseTaskFolder(createFakeFolders(), {})).toBeUndefined();
  });
});

describe('the folder of a command in a terminal', () => {
  it('is the one that it ran in, and none where that is elsewhere', () => {
    expect(chooseTerminalFolder(folders, { cwd: '/mail/src' })).toBe(mail);
    expect(chooseTerminalFolder(folders, { cwd: '/mailbox' })).toBeUndefined();
  });

  it('is the only one where nobody knows', () => {
    expect(chooseTerminalFolder(folders, {})).toBeUndefined();
    expect(chooseTerminalFolder(createFakeFolders(mail), {})).toBe(mail);
    expect(chooseTerminalFolder(createFakeFolders(), {})).toBeUndefined();
  });
});
