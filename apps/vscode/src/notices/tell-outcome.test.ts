import { exampleRecord } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { tellOutcome } from './tell-outcome.ts';

async function tell(...records: Parameters<typeof tellOutcome>[1]): Promise<readonly string[]> {
  const editor = createFakeEditor();
  await tellOutcome(createFakeFolder(), records, { editor, show: async () => undefined });
  return editor.shown;
}

it('tells each end in its own words', async () => {
  const ends = [
    exampleRecord(),
    exampleRecord({ status: 'timeout', reason: 'no answer within 30 s' }),
    exampleRecord({ status: 'interrupted' }),
    exampleRecord({ status: 'cancelled' }),
    exampleRecord({ status: 'refused', reason: 'a loop!' }),
  ];
  expect((await Promise.all(ends.map((end) => tell(end)))).flat()).toEqual([
    'info: Hook "announce" succeeded in 142 ms.',
    'error: Hook "announce" timed out: no answer within 30 s.',
    'error: Hook "announce" was interrupted.',
    'warning: Hook "announce" was cancelled.',
    'warning: Hook "announce" was refused: a loop!',
  ]);
});

it('tells of several in one notice, and of none at all', async () => {
  expect(await tell(exampleRecord(), exampleRecord())).toEqual(['info: 2 runs succeeded.']);
  expect(await tell(exampleRecord(), exampleRecord({ status: 'error', reason: 'no' }))).toEqual([
    'error: 1 of 2 runs failed. Hook "announce" failed: no.',
  ]);
  expect(await tell()).toEqual(['warning: Nothing ran: the hook is not there any more.']);
});
