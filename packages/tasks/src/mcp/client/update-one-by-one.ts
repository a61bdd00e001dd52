import type { BulkUpdate } from '../../domain/parse-bulk-update.ts';
import type { ChangeResult } from '../../domain/task-store.ts';
import type { TaskChanges } from '../../domain/task.ts';
import { updateTasks, type BulkResult } from '../../domain/update-tasks.ts';
import { TaskFailure } from '../task-error.ts';
import type { CallContext } from './call-context.ts';
import { changeTask, completeTask, type TaskChange } from './change-task.ts';
import { getTask } from './get-task.ts';
import { NO_VERSION } from './parse-backend-task.ts';
import type { ChangedTask } from './task-client.ts';

/** A bulk update at a backend without one; where it breaks off, the error says which tasks were changed before. */
export async function updateOneByOne(context: CallContext, update: BulkUpdate): Promise<BulkResult> {
  const changed = new Set<number>();
  const tasks = {
    get: (id: number) => orMissing(getTask(context, id)),
    async update(id: number, changes: TaskChanges, version?: number): Promise<ChangeResult> {
      try {
        const onChanged = (): void => void changed.add(id);
        const { task, changedFields } = await changeWhole(context, { id, changes, version, onChanged });
        return { kind: 'changed', task, changedFields };
      } catch (error) {
        return toResult(error);
      }
    },
  };
  try {
    return withoutVersions(await updateTasks(tasks, update, new Date(context.now).toISOString()));
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    const { error_type: type, ...rest } = error.error;
    throw new TaskFailure(type, { ...rest, details: { ...rest.details, changed_ids: [...changed] } });
  }
}

/** A dry run counts on from the version that a task has, also where its backend counts none. */
function withoutVersions(result: BulkResult): BulkResult {
  if (!result.dry_run) return result;
  const results = result.results.map((entry) =>
    entry.task?.version === NO_VERSION + 1 && entry.status === 'updated'
      ? { ...entry, task: { ...entry.task, version: NO_VERSION } }
      : entry,
  );
  return { ...result, results };
}

/** The body of a bulk update for a backend that has one. */
export function toBulkBody({ updates, dryRun }: BulkUpdate): Readonly<Record<string, unknown>> {
  return {
    updates: updates.map(({ id, changes, expectedVersion }) => ({
      id,
      ...changes,
      ...(expectedVersion === undefined ? {} : { expected_version: expectedVersion }),
    })),
    dry_run: dryRun,
  };
}

interface WholeChange extends TaskChange {
  /** Told of each part that was done. */
  onChanged(): void;
}

/** Whether a task is done has an endpoint of its own. */
async function changeWhole(context: CallContext, { onChanged, ...change }: WholeChange): Promise<ChangedTask> {
  const { completed, ...content } = change.changes;
  const hasContent = Object.keys(content).length > 0;
  const first = hasContent ? await changeTask(context, { ...change, changes: content }) : undefined;
  if (first !== undefined) onChanged();
  if (first !== undefined && completed === undefined) return first;
  // The first part has made a new version.
  const version = first === undefined ? change.version : undefined;
  const second = await completeTask(context, { ...change, changes: { completed: completed === true }, version });
  onChanged();
  return { ...second, changedFields: [...(first?.changedFields ?? []), ...second.changedFields] };
}

function toResult(error: unknown): ChangeResult {
  if (!(error instanceof TaskFailure)) throw error;
  const { error_type: type, details } = error.error;
  const version = details?.['current_version'];
  if (type === 'not_found_error') return { kind: 'not-found' };
  if (type === 'conflict_error' && typeof version === 'number') return { kind: 'version-conflict', version };
  throw error;
}

async function orMissing<T>(task: Promise<T>): Promise<T | undefined> {
  try {
    return await task;
  } catch (error) {
    if (error instanceof TaskFailure && error.error.error_type === 'not_found_error') return undefined;
    throw error;
  }
}
