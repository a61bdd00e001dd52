import { JOURNAL_VERSION, toJournalEntry, type HookJournal, type JournalEntry } from '@toolyard/hooks';
import { createJournalFile } from '@toolyard/node';

/** A journal that knows how many runs are open in it. */
export interface CountedJournal extends HookJournal {
  /** The ids of all runs that have not ended. */
  readonly pending: ReadonlySet<string>;
  /** How many there were when it was read. */
  left(): number;
}

/** The journal of a workspace at a path; told in a sentence what of it cannot be used. */
export function openJournal(file: string, onWarning: (message: string) => void): CountedJournal {
  const journal = createJournalFile(file, { version: JOURNAL_VERSION, onWarning });
  const pending = new Set<string>();
  let left = 0;

  function count(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      if (entry.type === 'taken') for (const { id } of entry.runs) pending.add(id);
      if (entry.type === 'ended') pending.delete(entry.run);
    }
  }

  return {
    pending,
    async read() {
      const values = await journal.read();
      const entries = values.flatMap((value) => toJournalEntry(value) ?? []);
      if (entries.length < values.length) onWarning(describeUnknown(file, values.length - entries.length));
      count(entries);
      left = pending.size;
      return entries;
    },
    async append(entries) {
      await journal.append(entries);
      count(entries);
    },
    replace: (entries) => journal.replace(entries),
    left: () => left,
  };
}

function describeUnknown(file: string, count: number): string {
  const entries = count === 1 ? '1 entry' : `${count} entries`;
  return `The journal ${file} has ${entries} of a kind that this version of Toolyard does not know; they are ignored.`;
}
