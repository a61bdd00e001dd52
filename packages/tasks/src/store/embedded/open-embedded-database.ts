import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { createFairLimit } from '../create-fair-limit.ts';
import type { Database, Row, Statement, Transaction, TransactionOptions } from '../database.ts';
import { refuseNul } from '../refuse-nul.ts';
import { openDatabaseThread, type DatabaseThread } from './database-thread.ts';
import { locateEmbeddedFiles, type EmbeddedFiles } from './locate-embedded-files.ts';
import type { FolderLock } from './lock-folder.ts';
import { prepareFolder } from './prepare-folder.ts';
import { waitForFolder } from './wait-for-folder.ts';
import { toFolderError } from './to-folder-error.ts';

/** Where the embedded database keeps its files, and which program it is. */
export interface EmbeddedDatabaseOptions {
  readonly folder: string;
  readonly files?: EmbeddedFiles;
  /** A folder that another process has is waited for until this is aborted, or until that process seems to keep it. */
  readonly until?: AbortSignal | undefined;
  /** It is closed in a moment, so that others wait for it however long that takes on a busy machine. */
  readonly isBrief?: boolean;
}

/**
 * Opens the database of one folder for this process alone; rejects with `database-refused` where another process has it, or where files
 * cannot be kept there.
 *
 * What was acknowledged survives the end of the process at any moment. It does not survive a power failure for certain.
 */
export async function openEmbeddedDatabase({
  folder,
  files = locateEmbeddedFiles(),
  until,
  isBrief = false,
}: EmbeddedDatabaseOptions): Promise<Database> {
  try {
    makeParents(folder);
    const lock = await waitForFolder(folder, { until });
    const database = await openLocked(folder, files, lock);
    if (!isBrief) lock.showOpen(true);
    return database;
  } catch (error) {
    throw toFolderError(folder, error);
  }
}

// Not with the option `recursive`: below a folder that is there and takes none, such as `/proc/1`, Node tries for ever.
function makeParents(folder: string): void {
  const parent = dirname(folder);
  if (existsSync(parent)) return;
  makeParents(parent);
  try {
    mkdirSync(parent, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(parent)) throw error;
  }
}

async function openLocked(folder: string, files: EmbeddedFiles, lock: FolderLock): Promise<Database> {
  try {
    await prepareFolder(folder, files);
    const open = async (): Promise<DatabaseThread> => openDatabaseThread(files.worker, folder);
    return new EmbeddedDatabase(lock, open, await open());
  } catch (error) {
    lock.release();
    throw error;
  }
}

class EmbeddedDatabase implements Database {
  // One transaction at a time: the database has a single session.
  readonly #turns = createFairLimit(1);
  readonly #lock: FolderLock;
  readonly #open: () => Promise<DatabaseThread>;
  #thread: Promise<DatabaseThread> | undefined;
  #closing = false;

  constructor(lock: FolderLock, open: () => Promise<DatabaseThread>, thread: DatabaseThread) {
    this.#lock = lock;
    this.#open = open;
    this.#thread = Promise.resolve(thread);
    this.#forgetAtEnd(thread);
  }

  async transaction<T>(options: TransactionOptions, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.#closing) throw new ToolyardError('database-unavailable', 'The task database is closing.');
    return this.#turns.take(options.turn, async () => runTransaction(await this.#current(), options, work));
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#lock.showOpen(false);
    await this.#turns.idle();
    try {
      await (await this.#thread)?.close();
    } finally {
      this.#lock.release();
    }
  }

  /** The open database; one that crashed is opened again, as after a crash of the whole process. */
  async #current(): Promise<DatabaseThread> {
    if (this.#thread === undefined) {
      const opening = this.#open();
      this.#thread = opening;
      try {
        this.#forgetAtEnd(await opening);
      } catch (error) {
        this.#thread = undefined;
        throw error;
      }
    }
    return this.#thread;
  }

  #forgetAtEnd(thread: DatabaseThread): void {
    void thread.ended.then(() => void (this.#thread = undefined));
  }
}

async function runTransaction<T>(
  thread: DatabaseThread,
  { first = [], readOnly = false }: TransactionOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { begin, transaction, last } = createTransaction(thread);
  begin(first);
  try {
    const result = await work(transaction);
    const ended = thread.run([...last, { text: 'COMMIT' }]);
    // The thread does one thing after the other, so whoever comes next comes after this.
    if (readOnly) void ended.catch(() => undefined);
    else await ended;
    return result;
  } catch (error) {
    // Where the thread is gone so is the transaction.
    await thread.run([{ text: 'ROLLBACK' }]).catch(() => undefined);
    throw error;
  }
}

/** A transaction in as few messages as it can be: on a busy machine each of them waits until the thread has its turn. */
function createTransaction(thread: DatabaseThread): {
  begin(first: readonly Statement[]): void;
  readonly transaction: Transaction;
  readonly last: readonly Statement[];
} {
  let opening: readonly Statement[] = [];
  const last: Statement[] = [];
  const send = async (statement: Statement): Promise<readonly Row[]> => {
    const statements = [...opening, statement];
    opening = [];
    return (await thread.run(statements)).at(-1) ?? [];
  };
  return {
    begin(first) {
      for (const { values = [] } of first) refuseNul(values);
      opening = [{ text: 'BEGIN' }, ...first];
    },
    transaction: {
      async query(text, values = []) {
        refuseNul(values);
        return send({ text, values });
      },
      run: async (script) => void (await send({ text: script })),
      atEnd(text, values) {
        refuseNul(values);
        last.push({ text, values });
      },
    },
    last,
  };
}
