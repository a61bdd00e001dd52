import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolyardError } from '@toolyard/core';
import { createFakeClock, mountSmallDisk, type SmallDisk } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceTextFile } from '../config/replace-text-file.ts';
import { createJournalFile } from '../journal/create-journal-file.ts';
import { createRunLog } from '../journal/create-run-log.ts';
import { createLogFile } from '../log/create-log-file.ts';
import { createNoteFile } from '../notes/create-note-file.ts';
import { listenExclusively } from '../socket/listen-exclusively.ts';
import { tryLock } from '../lock/try-lock.ts';
import { createFileApprovalStore } from './create-file-approval-store.ts';
import { createFileHookApprovals } from './create-file-hook-approvals.ts';
import { createFileServerMemory } from './create-file-server-memory.ts';
import { createWholeFile } from '../file/create-whole-file.ts';

const isPossible = process.platform === 'linux' && process.getuid?.() === 0;
const OLD = 'old text\n';

describe.runIf(isPossible)('a full disk', () => {
  let disk: SmallDisk | undefined;
  beforeAll(() => (disk = mountSmallDisk(2)));
  afterAll(() => disk?.remove());

  /** A folder on the disk with one file, made while there was room; skips the test where there is no such disk. */
  function prepare(name: string, skip: () => never): { readonly folder: string; readonly file: string } {
    if (disk === undefined) return skip();
    const folder = join(disk.folder, name);
    disk.free();
    mkdirSync(folder, { mode: 0o700 });
    const file = join(folder, 'kept.txt');
    writeFileSync(file, OLD);
    disk.fill();
    return { folder, file };
  }

  async function expectNothingNew(folder: string): Promise<void> {
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe(OLD);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(files.flatMap((entry) => (entry.isFile() ? [entry.name] : []))).toEqual(['kept.txt']);
  }

  it('leaves configurations, notes and new files whole or not there, and says so', async ({ skip }) => {
    const { folder, file } = prepare('edits', skip);
    const after = 'new text\n'.repeat(10_000);
    await expect(replaceTextFile({ file, before: OLD, after })).rejects.toMatchObject({
      code: 'file-not-written',
      message: expect.stringContaining('ENOSPC'),
    });
    await expect(createNoteFile(file).update(() => after)).rejects.toMatchObject({ code: 'note-not-written' });
    await expect(createNoteFile(file).attach('a.png', Buffer.from(after), true)).rejects.toMatchObject({
      code: 'note-not-written',
    });
    await expect(createWholeFile(join(folder, 'new.json'), after)).rejects.toMatchObject({ code: 'ENOSPC' });
    await expectNothingNew(folder);
  });

  it('approves nothing, and says so', async ({ skip }) => {
    const { folder, file } = prepare('approvals', skip);
    const stateDir = join(folder, 'state');
    const failure = { code: 'state-not-written', message: expect.stringContaining('ENOSPC') };
    await expect(createFileApprovalStore(stateDir).approve(file, 'hash')).rejects.toMatchObject(failure);
    await expect(createFileHookApprovals(stateDir).approve(file, 'hook', 'hash')).rejects.toMatchObject(failure);
    expect(await createFileApprovalStore(stateDir).isApproved(file, 'hash')).toBe(false);
    await expectNothingNew(folder);
  });

  it('costs what is remembered and logged, and nothing else, and is told once', async ({ skip }) => {
    const { folder } = prepare('state', skip);
    const failures: string[] = [];
    const onFailure = ({ code }: ToolyardError): void => void failures.push(code);
    const memory = await createFileServerMemory(folder, onFailure);
    const log = createLogFile({ file: join(folder, 'log.jsonl'), clock: createFakeClock(), secrets: [], onFailure });
    for (const key of ['a', 'b']) {
      memory.remember({ key, definitionHash: '', failures: 0 });
      log.write('info', key);
      await memory.flush();
      await log.flush();
    }
    expect(failures.toSorted()).toEqual(['log-not-written', 'state-not-written']);
    disk?.free();
    log.write('info', 'c');
    memory.remember({ key: 'c', definitionHash: '', failures: 0 });
    await Promise.all([log.flush(), memory.flush()]);
    expect(readFileSync(join(folder, 'log.jsonl'), 'utf8')).toContain('"text":"c"');
    expect((await createFileServerMemory(folder, onFailure)).recall('c')).toBeDefined();
  });

  it('takes no event into the journal, and no run into the log', async ({ skip }) => {
    const { folder } = prepare('journal', skip);
    const journal = createJournalFile(join(folder, 'journal.jsonl'), { onWarning: () => undefined });
    await expect(journal.append([{ a: 1 }])).rejects.toMatchObject({ code: 'state-not-written' });
    await expect(createRunLog({ file: join(folder, 'runs.jsonl') }).keep({ a: 1 })).rejects.toMatchObject({
      code: 'log-not-written',
    });
    expect(await journal.read()).toEqual([]);
  });

  it('holds no lock that nobody could tell apart, and lets no yard listen, which goes on alone', async ({ skip }) => {
    const { folder } = prepare('socket', skip);
    expect(() => tryLock(join(folder, 'lock'))).toThrow('ENOSPC');
    await expect(listenExclusively({ path: join(folder, 'y.sock'), onLink: () => undefined })).rejects.toMatchObject({
      code: 'socket-unavailable',
      message: expect.stringContaining('ENOSPC'),
    });
    await expectNothingNew(folder);
  });
});
