import { Worker } from 'node:worker_threads';
import { toMessage, ToolyardError } from '@toolyard/core';
import type { Row, Statement } from '../database.ts';
import { SqlError } from '../sql-error.ts';
import { findDatabaseFull, isUnavailable } from '../sql-state.ts';

/** An open embedded database, in a thread of its own. */
export interface DatabaseThread {
  /** Runs statements in order up to the first that fails, and gives the rows of those that have values. */
  run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
  /** Writes everything to its files and ends the thread. */
  close(): Promise<void>;
  /** Resolves when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/** What the worker says: it is open; what statements gave; why one failed. */
interface Reply {
  readonly ready?: true;
  readonly id?: number;
  readonly results?: readonly (readonly Row[])[];
  readonly error?: { readonly code?: string; readonly message: string };
}

interface Pending {
  resolve(results: readonly (readonly Row[])[]): void;
  reject(error: Error): void;
}

/** Opens the database in `folder`, which is made where it is empty; rejects with `database-unavailable` where that fails. */
export async function openDatabaseThread(worker: URL, folder: string): Promise<DatabaseThread> {
  const thread = new Worker(worker, { workerData: { folder }, stdout: true, stderr: true });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let isOver = false;
  let why = 'its thread ended';
  thread.on('error', (error) => void (why = toMessage(error)));
  // What the database prints is for nobody, but a stream that nobody reads would hold it up.
  thread.stdout.resume();
  thread.stderr.resume();

  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => {
      isOver = true;
      for (const { reject } of pending.values()) reject(unavailable(folder, why));
      pending.clear();
      resolve();
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    thread.on('message', (reply: Reply) => (reply.ready === true ? resolve() : settle(folder, pending, reply)));
    void ended.then(() => reject(unavailable(folder, why)));
  });

  const send = async (statements: readonly Statement[] | 'close'): Promise<readonly (readonly Row[])[]> =>
    new Promise((resolve, reject) => {
      // A thread that is gone takes messages without a word.
      if (isOver) {
        reject(unavailable(folder, why));
        return;
      }
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      thread.postMessage({ id: lastId, statements }, []);
    });

  await ready;
  return {
    run: send,
    async close() {
      await send('close');
      await ended;
    },
    ended,
  };
}

function settle(folder: string, pending: Map<number, Pending>, { id = 0, results = [], error }: Reply): void {
  const waiting = pending.get(id);
  pending.delete(id);
  if (error === undefined) waiting?.resolve(results);
  else waiting?.reject(toError(folder, error));
}

function toError(folder: string, { code = 'XX000', message }: NonNullable<Reply['error']>): Error {
  const error = new SqlError(code, message);
  return isUnavailable(code) ? (findDatabaseFull(code, error) ?? unavailable(folder, message)) : error;
}

function unavailable(folder: string, why: string): ToolyardError {
  return new ToolyardError(
    'database-unavailable',
    `The task data in ${folder} cannot be used: ${why}. Start again; if that does not help, move the folder away to start with an empty one.`,
  );
}
