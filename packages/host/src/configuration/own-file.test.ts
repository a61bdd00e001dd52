import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putEntry } from '@toolyard/core';
import { hashOf } from '@toolyard/node';
import { describe, expect, it } from 'vitest';
import { createTestHome, type TestHome } from '../../test/create-test-home.ts';
import { stateStoreOf } from '../state/state-store.ts';
import { readOwnFile, writeOwnFile } from './own-file.ts';

const ENTRY = { command: 'x' };

async function isApproved({ surroundings }: TestHome, file: string): Promise<boolean> {
  return stateStoreOf({ surroundings }).approvals.isApproved(file, hashOf(await readFile(file)));
}

async function add({ surroundings }: TestHome, place: 'folder' | 'user', key: string): Promise<string> {
  const own = await readOwnFile(surroundings, { place });
  await writeOwnFile({ surroundings }, own, putEntry(own.text ?? '', [own.section, key], ENTRY));
  return own.file;
}

describe('the file of a place', () => {
  it('is made where there is none, and approved, since a person asked for all that is in it', async () => {
    const home = await createTestHome();
    const file = await add(home, 'folder', 'a');
    expect(file).toBe(join(home.surroundings.cwd, 'toolyard.json'));
    expect(await isApproved(home, file)).toBe(true);
    await add(home, 'folder', 'b');
    expect(await isApproved(home, file)).toBe(true);
  });

  it('is not approved by an edit where others wrote it', async () => {
    const home = await createTestHome();
    const file = await home.write('work/toolyard.json', { mcpServers: { theirs: ENTRY } });
    expect(await add(home, 'folder', 'mine')).toBe(file);
    expect(await isApproved(home, file)).toBe(false);
  });

  it('is the one of a client where that counts, and the user has one beside it', async () => {
    const home = await createTestHome();
    const theirs = await home.write('work/.mcp.json', '{ /* mine */ "mcpServers": {} }');
    expect(await add(home, 'folder', 'a')).toBe(theirs);
    expect(await readFile(theirs, 'utf8')).toContain('/* mine */');
    const { file } = await readOwnFile(home.surroundings, { place: 'user' });
    expect(file).toMatch(/toolyard[/\\]toolyard\.json$/);
    expect(file).not.toContain(home.surroundings.cwd);
  });
});
