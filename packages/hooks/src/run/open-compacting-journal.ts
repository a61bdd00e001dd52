import { foldJournal, type JournalState } from './fold-journal.ts';
import type { HookJournal, JournalEntry } from './journal.ts';

/** A journal together with what its entries come to. */
export interface CompactingJournal {
  /** Only what is on the disk. */
  readonly state: JournalState;
  /** Resolves when the entries are on the disk; rejects, and changes nothing, where they cannot be written. */
  append(entries: readonly JournalEntry[]): Promise<void>;
}

/** How many entries may be superfluous before the journal is written anew: when it is opened, and later. */
const SLACK = { atStart: 200, later: 4000 };

/** Reads a journal, and writes it anew whenever most of it is superfluous. */
export async function openCompactingJournal(journal: HookJournal): Promise<CompactingJournal> {
  const entries = await journal.read();
  const state = foldJournal(entries);
  let length = entries.length;
  /** No smaller than the number of entries that matter, so that counting them is rare. */
  let needed = 0;
  let writing = 0;
  let renewal: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  async function renew(): Promise<void> {
    // What is being written would be missing in the new journal, or would be written into the old one.
    if (writing > 0) await new Promise<void>((resolve) => (wake = resolve));
    const fresh = state.toEntries();
    needed = fresh.length;
    if (length <= 2 * needed) return;
    await journal.replace(fresh);
    length = fresh.length;
  }

  function review(slack: number): void {
    if (renewal !== undefined || length <= 2 * needed + slack) return;
    // A journal that stays long is no harm: the next append says whether the disk is in order.
    renewal = renew()
      .catch(() => (needed = length))
      .then(() => (renewal = undefined));
  }

  async function append(fresh: readonly JournalEntry[]): Promise<void> {
    if (renewal !== undefined) {
      await renewal;
      return append(fresh);
    }
    writing++;
    try {
      await journal.append(fresh);
      for (const entry of fresh) state.add(entry);
      length += fresh.length;
    } finally {
      writing--;
      if (writing === 0) wake();
    }
    review(SLACK.later);
  }

  review(SLACK.atStart);
  await renewal;
  return { state, append };
}
