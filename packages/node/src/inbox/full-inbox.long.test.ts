import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { INBOX_LIMITS, listInbox, toInboxName } from './inbox-files.ts';
import { putInInbox } from './put-in-inbox.ts';

it('refuses more than 10,000 values, and keeps those that it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-inbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (at: number, key: string): void => putInInbox(folder, [{ key, value: key }], at);
  put(1, 'first');
  for (let index = 1; index < INBOX_LIMITS.files; index++) {
    writeFileSync(join(folder, toInboxName(2, index % 10_000, `key ${index}`)), '');
  }
  expect(() => put(3, 'one too many')).toThrow('10000 events already wait in');
  expect(await listInbox(folder)).toHaveLength(INBOX_LIMITS.files);
  // What waits already is not one more.
  expect(() => put(4, 'first')).not.toThrow();
});
