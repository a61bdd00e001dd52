import { applyTaskChanges } from './apply-task-changes.ts';
import type { BulkChange, BulkUpdate } from './parse-bulk-update.ts';
import type { ChangeableField, Task } from './task.ts';
import type { ChangeResult, TaskWriter } from './task-store.ts';

/** What became of one change among several. */
export interface BulkEntry {
  readonly id: number;
  readonly status: 'updated' | 'unchanged' | 'not_found' | 'version_conflict';
  readonly changed_fields: readonly ChangeableField[];
  readonly task?: Task;
  readonly message?: string;
}

/** What became of a bulk update, in the order in which it was asked for. */
export interface BulkResult {
  readonly results: readonly BulkEntry[];
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly dry_run: boolean;
}

/** Makes every change that can be made, and tells of the others; a dry run changes nothing. */
export async function updateTasks(
  tasks: Pick<TaskWriter, 'get' | 'update'>,
  { updates, dryRun }: BulkUpdate,
  now: string,
): Promise<BulkResult> {
  const entries = new Map<number, BulkEntry>();
  // Always in the order of ids: two that lock the same tasks in different orders would wait for each other.
  for (const change of updates.toSorted((left, right) => left.id - right.id)) {
    const { id, changes, expectedVersion } = change;
    const result = dryRun ? await tryChange(tasks, change, now) : await tasks.update(id, changes, expectedVersion);
    entries.set(id, toEntry(change, result));
  }
  const results = updates.flatMap(({ id }) => entries.get(id) ?? []);
  const count = (...wanted: BulkEntry['status'][]): number =>
    results.filter(({ status }) => wanted.includes(status)).length;
  return {
    results,
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('not_found', 'version_conflict'),
    dry_run: dryRun,
  };
}

async function tryChange(tasks: Pick<TaskWriter, 'get'>, change: BulkChange, now: string): Promise<ChangeResult> {
  const { id, changes, expectedVersion } = change;
  const task = await tasks.get(id);
  if (task === undefined) return { kind: 'not-found' };
  if (expectedVersion !== undefined && expectedVersion !== task.version) {
    return { kind: 'version-conflict', version: task.version };
  }
  return { kind: 'changed', ...applyTaskChanges(task, changes, now) };
}

function toEntry({ id, expectedVersion }: BulkChange, result: ChangeResult): BulkEntry {
  if (result.kind === 'not-found') {
    return { id, status: 'not_found', changed_fields: [], message: `Task ${id} not found` };
  }
  if (result.kind === 'version-conflict') {
    const message = `Task ${id} has version ${result.version} now, not ${expectedVersion}. Read it again`;
    return { id, status: 'version_conflict', changed_fields: [], message };
  }
  const { task, changedFields } = result;
  return { id, status: changedFields.length > 0 ? 'updated' : 'unchanged', changed_fields: changedFields, task };
}
