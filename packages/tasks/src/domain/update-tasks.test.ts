import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeTaskStore } from '../../test/create-fake-task-store.ts';
import { applyTaskChanges } from './apply-task-changes.ts';
import { parseBulkUpdate } from './parse-bulk-update.ts';
import { parseNewTask } from './parse-task.ts';
import type { Task } from './task.ts';
import { updateTasks, type BulkResult } from './update-tasks.ts';

const TASK: Task = {
  id: 1,
  title: 'Buy milk',
  description: null,
  completed: false,
  priority: 'Medium',
  due_date: null,
  tags: ['a', 'b'],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  user_id: 'ann',
};

describe('applyChanges', () => {
  it('changes what is different and counts the version', () => {
    const changes = { title: 'Buy milk', completed: true, tags: ['b', 'a'] };
    expect(applyTaskChanges(TASK, changes, '2026-02-02T00:00:00.000Z')).toEqual({
      task: { ...TASK, completed: true, tags: ['b', 'a'], version: 2, updated_at: '2026-02-02T00:00:00.000Z' },
      changedFields: ['completed', 'tags'],
    });
  });

  it('leaves a task alone that is so already', () => {
    const { task, changedFields } = applyTaskChanges(
      TASK,
      { title: 'Buy milk', tags: ['a', 'b'], due_date: null },
      'later',
    );
    expect(task).toBe(TASK);
    expect(changedFields).toEqual([]);
  });
});

describe('parseBulkUpdate', () => {
  const NOW = Date.UTC(2026, 10, 15);

  it('names the entry that is wrong', () => {
    const updates = [{ id: 1, title: ' ' }, { id: 2 }, { id: 1, completed: true }, { id: 3, due_date: '2026-02-30' }];
    const parsed = parseBulkUpdate({ updates }, NOW);
    expect(parsed).toMatchObject({
      ok: false,
      errors: [
        { field: 'updates[0].title', message: 'Title cannot be empty' },
        { field: 'updates[1]', message: 'There is nothing to change for task 2' },
        { field: 'updates[2].id', message: 'Task 1 is listed twice' },
        { field: 'updates[3].due_date', message: 'Due date is not a valid date' },
      ],
    });
  });

  it('takes 1 to 50', () => {
    const entries = (length: number): object[] =>
      Array.from({ length }, (_, index) => ({ id: index + 1, completed: true }));
    expect(parseBulkUpdate({ updates: entries(50) }, NOW).ok).toBe(true);
    expect(parseBulkUpdate({ updates: entries(51) }, NOW).ok).toBe(false);
    expect(parseBulkUpdate({ updates: [] }, NOW).ok).toBe(false);
  });
});

describe('updateTasks', () => {
  async function update(dryRun: boolean): Promise<{ result: BulkResult; titles: (string | undefined)[] }> {
    const clock = createFakeClock();
    const store = createFakeTaskStore(clock);
    const parsed = parseNewTask({ title: 'old' }, clock.now());
    if (!parsed.ok) throw new Error('not a task');
    await store.write('ann', (tasks) => tasks.create(parsed.value));
    await store.write('ann', (tasks) => tasks.create(parsed.value));
    await store.write('bob', (tasks) => tasks.create(parsed.value));
    const updates = [
      { id: 3, changes: { title: 'stolen' } },
      { id: 2, changes: { title: 'new' }, expectedVersion: 5 },
      { id: 1, changes: { title: 'new' }, expectedVersion: 1 },
    ];
    const written = await store.write('ann', (tasks) => updateTasks(tasks, { updates, dryRun }, 'later'));
    if (written.kind !== 'done') throw new Error('not written');
    const titles = await Promise.all([store.get('ann', 1), store.get('ann', 2), store.get('bob', 3)]);
    return { result: written.value, titles: titles.map((task) => task?.title) };
  }

  it('makes the changes it can make, and tells of the others in the order given', async () => {
    const { result, titles } = await update(false);
    expect(result).toMatchObject({
      results: [
        { id: 3, status: 'not_found', message: 'Task 3 not found' },
        { id: 2, status: 'version_conflict', message: 'Task 2 has version 1 now, not 5. Read it again' },
        { id: 1, status: 'updated', changed_fields: ['title'], task: { title: 'new', version: 2 } },
      ],
      updated: 1,
      unchanged: 0,
      failed: 2,
      dry_run: false,
    });
    expect(titles).toEqual(['new', 'old', 'old']);
  });

  it('changes nothing in a dry run, and tells the same', async () => {
    const { result, titles } = await update(true);
    expect(result).toMatchObject({ updated: 1, failed: 2, dry_run: true });
    expect(result.results[2]).toMatchObject({ id: 1, status: 'updated', task: { title: 'new' } });
    expect(titles).toEqual(['old', 'old', 'old']);
  });
});
