import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './lock-folder.ts';
import { waitForFolder } from './wait-for-folder.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toolyard-wait-'));
  folder = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const REFUSED = { code: 'database-refused', message: expect.stringContaining(`process ${process.pid} (this one)`) };
const never = new AbortController().signal;

describe('waitForFolder', () => {
  it('refuses at once where nobody wants to wait', async () => {
    lockFolder(folder);
    await expect(waitForFolder(folder)).rejects.toMatchObject(REFUSED);
  });

  it('waits for a database that is being opened or closed, however long that takes', async () => {
    const lock = lockFolder(folder);
    // Not even a moment for one that is open.
    const waiting = waitForFolder(folder, { until: never, openMs: 0 });
    const early = await Promise.race([waiting, new Promise((resolve) => void setTimeout(resolve, 250, 'waits'))]);
    expect(early).toBe('waits');
    lock.release();
    (await waiting).release();
  });

  it('waits for a moment where it is open, and then says who keeps it', async () => {
    const lock = lockFolder(folder);
    lock.showOpen(true);
    await expect(waitForFolder(folder, { until: never, openMs: 150 })).rejects.toMatchObject(REFUSED);
    const waiting = waitForFolder(folder, { until: never });
    lock.showOpen(false);
    lock.release();
    (await waiting).release();
  });

  it('says who has it when the time is over', async () => {
    lockFolder(folder);
    const limit = new AbortController();
    const waiting = waitForFolder(folder, { until: limit.signal });
    limit.abort();
    await expect(waiting).rejects.toMatchObject(REFUSED);
  });
});
