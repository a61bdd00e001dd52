import type { JsonSchema } from '../../domain/json-schema.ts';
import { parseNewTask } from '../../domain/parse-task.ts';
import { NEW_TASK_SCHEMA } from '../../domain/task-schemas.ts';
import type { NewTask, TaskChanges } from '../../domain/task.ts';
import { showTask } from '../client/parse-backend-task.ts';
import { describeNotKept, describeTask } from './describe-task.ts';
import { toAdvertised, toTaskOutput } from './output-schema.ts';
import { readArguments, unwrap, type SchemaOf } from './read-arguments.ts';
import type { TaskTool } from './task-tool.ts';

const KEY: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Repeating the key returns the same task instead of creating another',
};

const INPUT: SchemaOf<CreateArguments> = {
  ...NEW_TASK_SCHEMA,
  properties: { ...NEW_TASK_SCHEMA.properties, idempotency_key: KEY },
};

const REFUSAL = 'Task creation failed due to invalid input';

interface CreateArguments {
  readonly idempotency_key?: string;
}

/** `create_task`. */
export const createTaskTool: TaskTool = {
  scope: 'tasks:write',
  definition: {
    name: 'create_task',
    title: 'Create a task',
    description: 'Creates a task for the user and returns it.',
    inputSchema: toAdvertised(INPUT),
    outputSchema: toTaskOutput(),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  },
  prepare(args, now) {
    const { idempotency_key: key, ...content } = readArguments(INPUT, args, { now, message: REFUSAL });
    const task = withoutNothing(unwrap(parseNewTask(content, now), REFUSAL));
    return async (tasks) => {
      const created = await tasks.create(task, key);
      const warnings = describeNotKept(created.notKept);
      return {
        text: [`Created ${describeTask(created.task)}`, ...warnings].join('\n'),
        structured: { ...showTask(created.task), ...(warnings.length === 0 ? {} : { warnings }) },
      };
    };
  },
};

/** A backend that does not know a field must not meet it where nobody asked for it. */
function withoutNothing({ description, due_date: dueDate, tags, ...rest }: NewTask): TaskChanges {
  return {
    ...rest,
    ...(description === null ? {} : { description }),
    ...(dueDate === null ? {} : { due_date: dueDate }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}
