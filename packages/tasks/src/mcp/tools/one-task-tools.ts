import { TASK_ID_SCHEMA } from '../../domain/task-schemas.ts';
import { showTask } from '../client/parse-backend-task.ts';
import { describeTask } from './describe-task.ts';
import { CHANGED_FIELDS, toAdvertised, toBriefTaskOutput, toTaskOutput } from './output-schema.ts';
import { readArguments, type SchemaOf } from './read-arguments.ts';
import type { TaskTool } from './task-tool.ts';
import { EXPECTED_VERSION, toChangedAnswer } from './update-task-tool.ts';

const ID_ALONE: SchemaOf<TaskArguments> = {
  type: 'object',
  properties: { task_id: TASK_ID_SCHEMA },
  required: ['task_id'],
  additionalProperties: false,
};
const ID_AND_VERSION: SchemaOf<TaskArguments> = {
  ...ID_ALONE,
  properties: { ...ID_ALONE.properties, expected_version: EXPECTED_VERSION },
};

interface TaskArguments {
  readonly task_id: number;
  readonly expected_version?: number;
}

/** `get_task`. */
export const getTaskTool: TaskTool = {
  scope: 'tasks:read',
  definition: {
    name: 'get_task',
    title: 'Get a task',
    description: 'Returns one task with all its fields.',
    inputSchema: toAdvertised(ID_ALONE),
    outputSchema: toTaskOutput(),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  prepare(args, now) {
    const { task_id: id } = readArguments(ID_ALONE, args, { now });
    return async (tasks) => {
      const task = await tasks.get(id);
      const text = [describeTask(task), ...(task.description === null ? [] : ['', task.description])].join('\n');
      return { text, structured: { ...showTask(task) } };
    };
  },
};

/** `delete_task`. */
export const deleteTaskTool: TaskTool = {
  scope: 'tasks:write',
  definition: {
    name: 'delete_task',
    title: 'Delete a task',
    description: 'Deletes a task permanently and returns it as it was. To keep it as done, use mark_task_completed.',
    inputSchema: toAdvertised(ID_AND_VERSION),
    outputSchema: toBriefTaskOutput({ deleted: { type: 'boolean' } }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  prepare(args, now) {
    const { task_id: id, expected_version: version } = readArguments(ID_AND_VERSION, args, { now });
    return async (tasks) => {
      const task = await tasks.remove(id, version);
      return { text: `Deleted ${describeTask(task)}`, structured: { ...showTask(task), deleted: true } };
    };
  },
};

/** `mark_task_completed`. */
export const markTaskCompletedTool: TaskTool = createCompletionTool(true, {
  name: 'mark_task_completed',
  title: 'Complete a task',
  description: 'Marks a task as completed. No effect if it is already completed.',
});

/** `reopen_task`. */
export const reopenTaskTool: TaskTool = createCompletionTool(false, {
  name: 'reopen_task',
  title: 'Reopen a task',
  description: 'Reopens a completed task. No effect if it is open.',
});

interface Naming {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

function createCompletionTool(completed: boolean, naming: Naming): TaskTool {
  return {
    scope: 'tasks:write',
    definition: {
      ...naming,
      inputSchema: toAdvertised(ID_AND_VERSION),
      outputSchema: toBriefTaskOutput(CHANGED_FIELDS),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    prepare(args, now) {
      const { task_id: id, expected_version: version } = readArguments(ID_AND_VERSION, args, { now });
      return async (tasks) => toChangedAnswer(await tasks.setCompleted(id, completed, version));
    },
  };
}
