import type { Clock } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import type { HooksEvent } from '@toolyard/host/hooks';
import type { Folder } from '../folder/folder.ts';
import { isFailure } from '../rows/to-run-row.ts';
import { describeOutcome } from './describe-outcome.ts';
import { replayEach, tellOutcome, type OutcomeParts } from './tell-outcome.ts';

/** What notices of runs need. */
export interface RunNoticesOptions extends OutcomeParts {
  readonly clock: Clock;
  /** Shows a few words in passing, that nobody has to close. */
  readonly mention: (message: string) => void;
  /** Hears what a button led to where that failed. */
  readonly onError: (error: unknown) => void;
}

/** Tells of runs that events set off; those that a person starts are told of by the command that did. */
export interface RunNotices {
  /** Tells of the runs of a folder until the function that it gives is called. */
  watch(folder: Folder): () => void;
}

/** Failures within this time are told together, in milliseconds; the first of them waits for as long. */
const GATHER_MS = 700;

/** More notices of failures at once would cover the window; rows and the badge tell of all. */
const MOST_OPEN = 3;

const RETRY = 'Retry';
const SHOW = 'Show';

interface Ended {
  readonly folder: Folder;
  readonly record: RunRecord;
}

/** Creates notices that do not pile up: one for each hook that fails, one for all that fail together. */
export function createRunNotices(options: RunNoticesOptions): RunNotices {
  const { clock, mention } = options;
  /** The hooks of each notice that is shown. */
  const open = new Set<ReadonlySet<string>>();
  const failures = gather(clock, (ended) => void tell(ended).catch(options.onError));
  const successes = gather(clock, (ended) => mention(describeSuccesses(ended.map(({ record }) => record))));

  const tell = async (ended: readonly Ended[]): Promise<void> => {
    // The last of each hook: that is what Retry is about.
    const news = new Map(ended.map((each) => [toCause(each), each]));
    for (const causes of open) for (const cause of causes) news.delete(cause);
    if (news.size === 0 || open.size >= MOST_OPEN) return;
    const causes = new Set(news.keys());
    open.add(causes);
    try {
      const pressed = await notify([...news.values()], options);
      open.delete(causes);
      await act(pressed, [...news.values()], options);
    } finally {
      open.delete(causes);
    }
  };

  return {
    watch(folder) {
      const findNews = createNewsFinder();
      return folder.onEvent((event) => {
        const record = findNews(event);
        if (record === undefined) return;
        if (isFailure(record)) failures.add({ folder, record });
        else if (record.status === 'success') successes.add({ folder, record });
      });
    },
  };
}

/** More events that a person entered than go on at once. */
const ASKED_KEPT = 100;

/** Finds the runs that an event set off and that somebody may want to hear of, among all that happens. */
function createNewsFinder(): (event: HooksEvent) => RunRecord | undefined {
  const asked = new Set<string>();
  return (event) => {
    // An event for one hook, whatever its trigger says, was entered by a person.
    if (event.type === 'event-taken' && event.event.target !== undefined) {
      asked.add(event.event.id);
      const [oldest = ''] = asked;
      if (asked.size > ASKED_KEPT) asked.delete(oldest);
    }
    if (event.type !== 'run-ended' || event.isMismatch) return undefined;
    const { record } = event;
    return record.replayOf === undefined && !asked.has(record.event.id) ? record : undefined;
  };
}

function gather(clock: Clock, tell: (ended: readonly Ended[]) => void): { add(ended: Ended): void } {
  let waiting: Ended[] = [];
  return {
    add(ended) {
      waiting.push(ended);
      if (waiting.length > 1) return;
      clock.after(GATHER_MS, () => {
        const gathered = waiting;
        waiting = [];
        tell(gathered);
      });
    },
  };
}

function toCause({ folder, record }: Ended): string {
  return JSON.stringify([folder.path, record.source, record.hook]);
}

function notify(failed: readonly Ended[], { editor }: RunNoticesOptions): Promise<'Retry' | 'Show' | undefined> {
  const [first] = failed;
  if (first === undefined) return Promise.resolve(undefined);
  if (failed.length === 1) return editor.notify('error', describeOutcome(first.record).message, RETRY, SHOW);
  const names = failed.slice(0, 3).map(({ record }) => `"${record.name ?? record.hook}"`);
  const more = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  return editor.notify('error', `${failed.length} hooks failed: ${names.join(', ')}${more}.`, RETRY, SHOW);
}

async function act(
  pressed: 'Retry' | 'Show' | undefined,
  failed: readonly Ended[],
  options: RunNoticesOptions,
): Promise<void> {
  if (pressed === undefined) return;
  for (const folder of new Set(failed.map((each) => each.folder))) {
    const records = failed.filter((each) => each.folder === folder).map(({ record }) => record);
    if (pressed === SHOW)
      await options.show(
        folder.path,
        records.map(({ id }) => id),
      );
    else await tellOutcome(folder, await replayEach(folder, records), options);
  }
}

function describeSuccesses(records: readonly RunRecord[]): string {
  const [first] = records;
  if (first !== undefined && records.length === 1) return describeOutcome(first).message;
  return `${records.length} runs of hooks succeeded.`;
}
