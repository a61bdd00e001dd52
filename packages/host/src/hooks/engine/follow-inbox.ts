import { toMessage } from '@toolyard/core';
import { parseNewEvent, type HookEngine } from '@toolyard/hooks';
import { cleanInbox, readInbox, removeFromInbox, repeatEvery } from '@toolyard/node';

/** Whose inbox is followed. */
export interface FollowInboxOptions {
  readonly folder: string;
  readonly engine: Pick<HookEngine, 'enter'>;
  /** Told in a sentence, and each only once, what cannot be used or was not taken. */
  onWarning(message: string): void;
}

/** An inbox whose events an engine takes. */
export interface FollowedInbox {
  /** Takes all that waits now; never rejects. */
  readonly look: () => Promise<void>;
  /** Resolves when nothing is taken any more. */
  close(): Promise<void>;
}

/** How often an engine on duty looks: events come here while it is on duty only where it did not answer in time, or was just starting. */
const LOOK_MS = 1000;

/** How many events are one entry of the journal. */
const AT_ONCE = 500;

/**
 * Takes the events that were left for an engine, the oldest first, and those that come later. A file is removed when its event is in the
 * journal; after a crash in between it is read again, and its id says that it was taken.
 */
export function followInbox({ folder, engine, onWarning }: FollowInboxOptions): FollowedInbox {
  const told = new Set<string>();
  let looking: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let isClosed = false;

  function tell(message: string): void {
    if (!told.has(message)) onWarning(message);
    told.add(message);
  }

  async function takeAll(): Promise<void> {
    for (;;) {
      const items = await readInbox({ folder, limit: AT_ONCE, parse: parseNewEvent, onWarning: tell });
      if (items.length === 0 || isClosed) return;
      await engine.enter(items.map(({ value }) => value));
      await removeFromInbox(items);
    }
  }

  function look(): Promise<void> {
    // A look that has not begun yet will see what made somebody ask for another one.
    waiting ??= looking.then(async () => {
      waiting = undefined;
      await takeAll().catch((error: unknown) => {
        if (!isClosed)
          tell(`Events that wait in ${folder} were not taken, and will be tried again: ${toMessage(error)}`);
      });
    });
    looking = waiting;
    return waiting;
  }

  const stopLooking = repeatEvery(LOOK_MS, () => void look());
  void cleanInbox(folder, Date.now()).catch(() => undefined);
  return {
    look,
    async close() {
      isClosed = true;
      stopLooking();
      await looking;
    },
  };
}
