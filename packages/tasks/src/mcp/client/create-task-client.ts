import { countTags, summarize } from '../../domain/count-tasks.ts';
import { checkValue } from '../../domain/check-value.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { BULK_RESULT_SCHEMA, TAG_LIST_SCHEMA, TASK_SUMMARY_SCHEMA } from '../../domain/result-schemas.ts';
import type { TagCount, TaskSummary } from '../../domain/task-store.ts';
import type { BulkResult } from '../../domain/update-tasks.ts';
import { toUnreadable } from '../to-task-failure.ts';
import { askToDo, featuresOf, type CallContext, type CallRequest } from './call-context.ts';
import { changeTask, completeTask, createTask, removeTask } from './change-task.ts';
import { getTask } from './get-task.ts';
import { listTasks } from './list-tasks.ts';
import { readAllTasks } from './read-all-tasks.ts';
import type { TaskClient } from './task-client.ts';
import { toBulkBody, updateOneByOne } from './update-one-by-one.ts';

/** Uses what the backend says it has, and does without where it has only the five endpoints. */
export function createTaskClient(context: CallContext): TaskClient {
  async function readOwn(request: CallRequest, schema: JsonSchema): Promise<unknown> {
    const { body } = await askToDo(context, request);
    if (checkValue(schema, body, context.now).length === 0) return body;
    throw toUnreadable(`its answer to ${request.path} cannot be read`, context.requestId);
  }

  return {
    list: (args) => listTasks(context, args),
    get: (id) => getTask(context, id),
    create: (content, key) => createTask(context, content, key),
    update: (id, changes, version) => changeTask(context, { id, changes, version }),
    setCompleted: (id, completed, version) => completeTask(context, { id, changes: { completed }, version }),
    remove: (id, version) => removeTask(context, id, version),
    async bulkUpdate(update) {
      const path = '/tasks/bulk-update';
      if (!(await featuresOf(context)).has('post', path)) return updateOneByOne(context, update);
      const request = { method: 'POST', path, body: toBulkBody(update), idempotencyKey: context.newId() } as const;
      return (await readOwn(request, BULK_RESULT_SCHEMA)) as BulkResult;
    },
    async tags() {
      if (!(await featuresOf(context)).has('get', '/tags')) return countTags(await readAllTasks(context));
      const { tags } = (await readOwn({ method: 'GET', path: '/tags' }, TAG_LIST_SCHEMA)) as { tags: TagCount[] };
      return tags;
    },
    async summary() {
      if (!(await featuresOf(context)).has('get', '/summary'))
        return summarize(await readAllTasks(context), context.now);
      return (await readOwn({ method: 'GET', path: '/summary' }, TASK_SUMMARY_SCHEMA)) as TaskSummary;
    },
  };
}
