import type { IdempotencyKey, WriteResult } from '../domain/task-store.ts';
import type { Transaction } from './database.ts';
import type { OwnerCondition } from './owner-condition.ts';
import { SqlError } from './sql-error.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;

/** Whose request it is, and when it came. */
export interface IdempotencyContext {
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly owned: OwnerCondition;
}

/** Thrown out of a transaction whose key another one holds for too long. */
export class IdempotentRequestInProgress extends Error {
  override readonly name: string = 'IdempotentRequestInProgress';
}

/**
 * Runs `work` unless the user's key was used in the last 24 hours, and keeps its value in the same transaction: both are there afterwards,
 * or neither is. Waits for another transaction that has the key, and throws `IdempotentRequestInProgress` where that takes too long.
 */
export async function runIdempotent<T>(
  transaction: Transaction,
  { key, fingerprint }: IdempotencyKey,
  { context, work }: { readonly context: IdempotencyContext; readonly work: () => Promise<T> },
): Promise<WriteResult<T>> {
  if (!(await claim(transaction, { key, fingerprint }, context)))
    return replay<T>(transaction, { key, fingerprint }, context);
  const value = await work();
  transaction.atEnd(`UPDATE toolyard_tasks.once SET value = $3 WHERE ${context.owned('$1')} AND key = $2`, [
    context.user,
    key,
    JSON.stringify(value) ?? 'null',
  ]);
  return { kind: 'done', value, replayed: false };
}

/** Takes the key, also where it is there but expired; `false` where it is somebody's. */
async function claim(
  transaction: Transaction,
  once: IdempotencyKey,
  { user, nowMs }: IdempotencyContext,
): Promise<boolean> {
  try {
    const rows = await transaction.query(
      `INSERT INTO toolyard_tasks.once AS kept (user_id, key, fingerprint, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, value = NULL, expires_at = excluded.expires_at
         WHERE kept.expires_at <= $5 RETURNING 1 AS claimed`,
      [user, once.key, once.fingerprint, new Date(nowMs + KEPT_MS).toISOString(), new Date(nowMs).toISOString()],
    );
    return rows.length > 0;
  } catch (error) {
    throw SqlError.isLockTimeout(error) ? new IdempotentRequestInProgress() : error;
  }
}

async function replay<T>(
  transaction: Transaction,
  { key, fingerprint }: IdempotencyKey,
  { user, owned }: IdempotencyContext,
): Promise<WriteResult<T>> {
  const text = `SELECT fingerprint, value FROM toolyard_tasks.once WHERE ${owned('$1')} AND key = $2`;
  const [row] = await transaction.query(text, [user, key]);
  if (row === undefined || typeof row['value'] !== 'string') return { kind: 'in-progress' };
  if (row['fingerprint'] !== fingerprint) return { kind: 'key-reused' };
  // The caller's own JSON, under a key and a fingerprint that only its own request has.
  return { kind: 'done', value: JSON.parse(row['value']) as T, replayed: true };
}
