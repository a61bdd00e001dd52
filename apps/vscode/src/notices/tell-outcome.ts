import type { RunRecord } from '@toolyard/hooks';
import type { Folder } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import { describeOutcome } from './describe-outcome.ts';

/** What telling needs of the window. */
export interface OutcomeParts {
  readonly editor: Pick<Editor, 'notify'>;
  /** Shows runs, given by their ids, where all that is known of them can be read. */
  show(folder: string, runs: readonly string[]): Promise<void>;
}

const RETRY = 'Retry';
const SHOW = 'Show';

/** Tells the person who started runs how they ended, and starts them again for as long as they press Retry; resolves when the notice is gone. */
export async function tellOutcome(
  folder: Folder,
  records: readonly RunRecord[],
  { editor, show }: OutcomeParts,
): Promise<void> {
  let told = records;
  for (;;) {
    const failed = told.filter(({ status }) => status !== 'success');
    const { level, message } = describeOutcomes(told);
    const buttons = failed.length === 0 ? [SHOW] : [RETRY, SHOW];
    const pressed =
      told.length === 0 ? await editor.notify(level, message) : await editor.notify(level, message, ...buttons);
    if (pressed === SHOW)
      await show(
        folder.path,
        told.map(({ id }) => id),
      );
    if (pressed !== RETRY) return;
    told = await replayEach(folder, failed);
  }
}

/** Runs each once more, one after the other, in the order in which they were first run. */
export async function replayEach(folder: Folder, records: readonly RunRecord[]): Promise<readonly RunRecord[]> {
  const again: RunRecord[] = [];
  for (const record of records) again.push(...(await folder.replay(record)));
  return again;
}

function describeOutcomes(records: readonly RunRecord[]): ReturnType<typeof describeOutcome> {
  const outcomes = records.map(describeOutcome);
  const [first, second] = outcomes;
  if (first === undefined) return { level: 'warning', message: 'Nothing ran: the hook is not there any more.' };
  if (second === undefined) return first;
  const failed = outcomes.filter(({ level }) => level !== 'info');
  if (failed.length === 0) return { level: 'info', message: `${records.length} runs succeeded.` };
  const level = failed.some((outcome) => outcome.level === 'error') ? 'error' : 'warning';
  return { level, message: `${failed.length} of ${records.length} runs failed. ${failed[0]?.message ?? ''}` };
}
