import type { HookJournal, JournalEntry, KeptEnd, RunRecord } from '@toolyard/hooks';

/** A disk with a journal and a log, and a power cable; for tests. */
export interface FakeMachine {
  readonly journal: HookJournal;
  keep(record: RunRecord): Promise<void>;
  kept(): Promise<ReadonlyMap<string, KeptEnd>>;
  /** What is on the disk. */
  readonly entries: readonly JournalEntry[];
  readonly records: readonly RunRecord[];
  /** How often the journal was written anew. */
  readonly renewals: number;
  readonly isDead: boolean;
  /** Everything that is asked from now on fails with this error; `undefined` ends that. */
  fail(error: Error | undefined): void;
  /** The same disk under a new machine, which dies at the given write where there is one; the old machine is dead. */
  restart(diesAt?: number): FakeMachine;
  /** Whether a write, or what is done in the world, still happens; counts towards `diesAt`. */
  step(): boolean;
}

interface Disk {
  entries: JournalEntry[];
  readonly records: RunRecord[];
  renewals: number;
}

/** A machine with an empty disk. `tear` says how many of the entries of the last write are still written. */
export function createFakeMachine(diesAt?: number, tear?: (count: number) => number): FakeMachine {
  return startMachine({ entries: [], records: [], renewals: 0 }, diesAt, tear);
}

function startMachine(disk: Disk, diesAt = Infinity, tear: (count: number) => number = () => 0): FakeMachine {
  let steps = 0;
  let isDead = false;
  let failure: Error | undefined;

  function step(): boolean {
    if (!isDead && ++steps >= diesAt) isDead = true;
    return !isDead;
  }

  /** Nobody hears from a dead machine. */
  async function write(toDisk: () => void, toTornDisk?: () => void): Promise<void> {
    await Promise.resolve();
    if (failure !== undefined) throw failure;
    const wasDead = isDead;
    if (step()) toDisk();
    else {
      if (!wasDead) toTornDisk?.();
      await new Promise(() => undefined);
    }
  }

  return {
    journal: {
      read: async () => structuredClone(disk.entries),
      append: (entries) =>
        write(
          () => disk.entries.push(...structuredClone([...entries])),
          () => disk.entries.push(...structuredClone(entries.slice(0, tear(entries.length)))),
        ),
      replace: (entries) =>
        write(() => {
          disk.entries = structuredClone([...entries]);
          disk.renewals++;
        }),
    },
    keep: (record) => write(() => disk.records.push(record)),
    kept: async () => new Map(disk.records.map((record) => [record.id, record])),
    get entries() {
      return disk.entries;
    },
    get records() {
      return disk.records;
    },
    get renewals() {
      return disk.renewals;
    },
    get isDead() {
      return isDead;
    },
    fail: (error) => (failure = error),
    restart(nextDiesAt) {
      isDead = true;
      return startMachine(disk, nextDiesAt, tear);
    },
    step,
  };
}
