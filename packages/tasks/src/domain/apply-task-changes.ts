import { CHANGEABLE_FIELDS, type ChangeableField, type Task, type TaskChanges } from './task.ts';

/** The task with its changes, and what of them is really different; `task` is the same object where nothing is. */
export function applyTaskChanges(
  task: Task,
  changes: TaskChanges,
  updatedAt: string,
): { readonly task: Task; readonly changedFields: readonly ChangeableField[] } {
  const changedFields = CHANGEABLE_FIELDS.filter((field) => isChanged(task[field], changes[field]));
  if (changedFields.length === 0) return { task, changedFields };
  return { task: { ...task, ...changes, updated_at: updatedAt, version: task.version + 1 }, changedFields };
}

function isChanged(before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length !== after.length || before.some((item, index) => item !== after[index]);
  }
  return before !== after;
}
