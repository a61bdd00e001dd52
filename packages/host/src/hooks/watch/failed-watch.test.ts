import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { countRepeating } from '../../../test/count-repeating.ts';
import { createTestWorkspace, ECHO, record, type TestWorkspace } from '../../../test/create-test-workspace.ts';
import { locateHooks } from '../read/locate-hooks.ts';

const WAIT_MS = 20_000;

/** A folder in the place of the journal, which can neither be read nor written then. */
async function putFolderAtJournal({ createHost, workspace }: TestWorkspace): Promise<string> {
  const { folder } = await locateHooks(createHost().surroundings, { workspace });
  const journal = join(folder, 'journal.jsonl');
  await rm(journal, { force: true });
  await mkdir(journal, { recursive: true });
  return journal;
}

it('leaves nothing where the journal cannot be read', async () => {
  const made = await createTestWorkspace();
  await putFolderAtJournal(made);
  const hooks = await made.open();
  const repeating = countRepeating();
  await expect(hooks.watch()).rejects.toMatchObject({ code: 'state-not-read' });
  await expect(hooks.enter(ECHO)).rejects.toMatchObject({ code: 'state-not-read' });
  expect(repeating()).toBe(0);
});

it('tells that it failed after it had started, and can be started again', async () => {
  const made = await createTestWorkspace();
  const hooks = await made.open(made.createHost(), { config: made.config });
  const told = record(hooks);
  await hooks.watch();
  const journal = await putFolderAtJournal(made);
  // Another configuration wants another engine, which reads the journal.
  await made.writeConfiguration({ toolyard: { sessionLimit: 7 } });
  await waitUntil(() => told.some(({ type }) => type === 'watch-failed'), WAIT_MS);
  expect(told.at(-1)).toEqual({ type: 'watch-failed', message: expect.stringContaining(journal) });
  await rm(journal, { recursive: true });
  await hooks.watch();
  expect(told.at(-1)).toMatchObject({ type: 'watch-started' });
});
