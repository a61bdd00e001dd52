import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_FILES, putHostileFile } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../config/load-configuration.ts';
import { watchFile } from '../config/watch-file.ts';
import { createJournalFile } from '../journal/create-journal-file.ts';
import { appendRotating, rotatedFileOf } from '../log/append-rotating.ts';
import { readLog } from '../log/read-log.ts';
import { createNoteFile } from '../notes/create-note-file.ts';
import { tryLock } from '../lock/try-lock.ts';
import { createFileApprovalStore } from './create-file-approval-store.ts';
import { createFileHookApprovals } from './create-file-hook-approvals.ts';
import { createFileServerMemory } from './create-file-server-memory.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-hostile-'));
  file = join(folder, 'file.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

async function onlyFileIn(place: string): Promise<string> {
  const [name = ''] = await readdir(place);
  return join(place, name);
}

describe.skipIf(process.platform === 'win32').each(HOSTILE_FILES)('%s in the place of a file', (kind) => {
  it('is no configuration, unless a person names it', async () => {
    const found = join(folder, 'toolyard.json');
    putHostileFile(found, kind);
    const places = { cwd: folder, homeDir: join(folder, 'home'), platform: 'linux' } as const;
    const approvals = createFileApprovalStore(join(folder, 'state'));
    for (const env of [{}, { TOOLYARD_CONFIG: found }]) {
      const result = await loadConfiguration({ ...places, approvals, env });
      // A link to itself is no file that could be found.
      if (kind !== 'a link to itself') expect(result).toMatchObject({ ok: false });
    }
  });

  it('is watched like a file', async () => {
    putHostileFile(file, kind);
    watchFile(file, () => undefined).close();
  });

  it('is no approval', async () => {
    const config = join(folder, 'toolyard.json');
    const approvals = createFileApprovalStore(join(folder, 'state'));
    await approvals.approve(config, 'hash');
    putHostileFile(await onlyFileIn(join(folder, 'state', 'approvals')), kind);
    expect(await approvals.isApproved(config, 'hash').catch(() => false)).toBe(false);
  });

  it('is no approval of a hook', async () => {
    const hooks = createFileHookApprovals(join(folder, 'state'));
    await hooks.approve(join(folder, 'hooks.json'), 'a', 'hash');
    putHostileFile(await onlyFileIn(join(folder, 'state', 'approvals', 'hooks')), kind);
    expect(await hooks.isApproved(join(folder, 'hooks.json'), 'a', 'hash')).toBe(false);
    expect(await hooks.list(join(folder, 'hooks.json'))).toEqual([]);
  });

  it('is nothing that is known of a server', async () => {
    const memory = await createFileServerMemory(folder, () => undefined);
    memory.remember({ key: 'a', definitionHash: 'hash', failures: 1 });
    await memory.flush();
    putHostileFile(await onlyFileIn(join(folder, 'servers')), kind);
    expect((await createFileServerMemory(folder, () => undefined)).recall('a')).toBeUndefined();
  });

  it('is no note', async () => {
    putHostileFile(file, kind);
    await expect(createNoteFile(file).read()).rejects.toMatchObject({ code: 'note-not-written' });
    await expect(createNoteFile(file).update(() => 'x')).rejects.toMatchObject({ code: 'note-not-written' });
  });

  it('is no journal', async () => {
    putHostileFile(file, kind);
    await expect(createJournalFile(file).read()).rejects.toMatchObject({ code: 'state-not-read' });
  });

  it('is no lock', () => {
    putHostileFile(file, kind);
    if (kind === 'a link to itself') expect(() => tryLock(file)).toThrow(/could not be read/);
    else expect(() => tryLock(file)).toThrow(/^The lock .* could not be read: it is /);
  });

  it.each(['current', 'rotated'])('is no log, %s', async (which) => {
    await writeFile(file, '');
    putHostileFile(which === 'current' ? file : rotatedFileOf(file), kind);
    const { signal } = new AbortController();
    const reading = readLog({ file, signal, onLine: () => undefined });
    // Of a long log the end is read.
    if (kind === '3 GB of nothing') await reading;
    else await expect(reading).rejects.toMatchObject({ code: 'state-not-read' });
  });

  it('takes no writer of a log with it', async () => {
    putHostileFile(file, kind);
    await Promise.allSettled([appendRotating(file, 'x'.repeat(1_000_000), 5_000_000)]);
  });
});
