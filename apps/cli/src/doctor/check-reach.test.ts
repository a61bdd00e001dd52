import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDoctorHome, surroundingsIn, writeIn } from '../../test/doctor-home.ts';
import { examine } from './examine.ts';

const OWN = '.config/toolyard/toolyard.json';
const RIGHT = { command: process.execPath, args: ['server.mjs'] };

let home = '';
beforeEach(async () => {
  home = await makeDoctorHome();
});
afterEach(() => rm(home, { recursive: true }));

describe('the doctor', () => {
  it.each<[string, object, string]>([
    ['cwd', { ...RIGHT, cwd: '.' }, '.config/toolyard'],
    ['cwd', { ...RIGHT, cwd: '${userHome}' }, '.'],
    ['an argument', { ...RIGHT, args: ['x', '.'] }, '.config/toolyard'],
    ['an argument', { ...RIGHT, args: ['x', '--root=../..'] }, '.'],
    ['a link', { ...RIGHT, args: ['x', '${userHome}/link'] }, '.config'],
    ['a mount', { docker: { image: 'x', mounts: ['${userHome}/.config:/data:ro'] } }, '.config'],
    ['the state', { ...RIGHT, args: ['x', '${userHome}/.local'] }, '.local'],
    [
      'a part of the state',
      { ...RIGHT, args: ['x', '${userHome}/.local/state/toolyard/x'] },
      '.local/state/toolyard/x',
    ],
  ])("warns of a server whose folder holds what is Toolyard's own: %s", async (_, server, folder) => {
    await mkdir(join(home, '.local/state/toolyard/x'), { recursive: true });
    await symlink(join(home, '.config'), join(home, 'link'));
    await writeIn(home, OWN, { mcpServers: { a: server } });
    const found = await examine(surroundingsIn(home), { nodeVersion: '22.1.0' });
    const hits = found.filter(({ text }) => text.includes("Toolyard's"));
    expect(hits).toMatchObject([{ check: 'server', level: 'note', server: 'a', advice: expect.anything() }]);
    expect(hits[0]?.text).toContain(`Server "a" is given ${join(home, folder)}, which holds Toolyard's `);
  });

  it('warns of no server that only starts in the folder of the file, or works elsewhere', async () => {
    const b = { ...RIGHT, args: ['', '--x=', home.slice(1)], cwd: join(home, 'project') };
    await writeIn(home, OWN, { mcpServers: { a: RIGHT, b } });
    const found = await examine(surroundingsIn(home), { nodeVersion: '22.1.0' });
    expect(found.filter(({ text }) => text.includes("Toolyard's"))).toEqual([]);
  });
});
