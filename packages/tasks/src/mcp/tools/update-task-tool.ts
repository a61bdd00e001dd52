import type { FieldError } from '../../domain/field-error.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { parseTaskChanges } from '../../domain/parse-task.ts';
import { CONTENT_SCHEMAS, TASK_ID_SCHEMA, VERSION_SCHEMA } from '../../domain/task-schemas.ts';
import type { TaskChanges } from '../../domain/task.ts';
import type { ChangedTask } from '../client/task-client.ts';
import { showTask } from '../client/parse-backend-task.ts';
import { refuseInput } from '../task-error.ts';
import { describeNotKept, describeTask } from './describe-task.ts';
import { CHANGED_FIELDS, toAdvertised, toTaskOutput } from './output-schema.ts';
import { readArguments, unwrap, type SchemaOf } from './read-arguments.ts';
import type { TaskTool, ToolAnswer } from './task-tool.ts';

const CLEARABLE = ['description', 'due_date', 'tags'] as const;

/** Makes sure that nobody changed the task meanwhile. */
export const EXPECTED_VERSION: JsonSchema = { ...VERSION_SCHEMA, description: 'Fail if the task has another version' };

const { title, description, priority, due_date, tags } = CONTENT_SCHEMAS;

const INPUT: SchemaOf<UpdateArguments> = {
  type: 'object',
  properties: {
    task_id: TASK_ID_SCHEMA,
    title,
    description,
    priority,
    due_date,
    tags,
    clear: {
      type: 'array',
      items: { type: 'string', enum: CLEARABLE },
      maxItems: CLEARABLE.length,
      description: 'Fields to clear',
    },
    expected_version: EXPECTED_VERSION,
  },
  required: ['task_id'],
  additionalProperties: false,
};

const REFUSAL = 'Task update failed due to invalid input';

interface UpdateArguments extends TaskChanges {
  readonly task_id: number;
  readonly clear?: readonly (typeof CLEARABLE)[number][];
  readonly expected_version?: number;
}

/** `update_task`. */
export const updateTaskTool: TaskTool = {
  scope: 'tasks:write',
  definition: {
    name: 'update_task',
    title: 'Update a task',
    description:
      'Updates the given fields of a task and no others; null or clear empties a field. For completion use mark_task_completed or reopen_task.',
    inputSchema: toAdvertised(INPUT),
    outputSchema: toTaskOutput(CHANGED_FIELDS),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  prepare(args, now) {
    const given = readArguments(INPUT, args, { now, message: REFUSAL });
    const { task_id: id, clear = [], expected_version: version, ...content } = given;
    const twice = clear.filter((field) => content[field] !== undefined && content[field] !== null);
    if (twice.length > 0) throw refuseInput(twice.map(toTwice), REFUSAL);
    const cleared = Object.fromEntries(clear.map((field) => [field, field === 'tags' ? [] : null]));
    const changes = { ...content, ...cleared };
    if (Object.keys(changes).length === 0) throw refuseInput([NOTHING], REFUSAL);
    const parsed = unwrap(parseTaskChanges(changes, now), REFUSAL);
    return async (tasks) => toChangedAnswer(await tasks.update(id, parsed, version));
  },
};

/** What a change gave. */
export function toChangedAnswer(changed: ChangedTask): ToolAnswer {
  const { task, changedFields, notKept } = changed;
  const warnings = describeNotKept(notKept);
  const what = changedFields.length === 0 ? 'Nothing changed' : `Changed ${changedFields.join(', ')}`;
  return {
    text: [`${what}: ${describeTask(task)}`, ...warnings].join('\n'),
    structured: { ...showTask(task), changed_fields: changedFields, ...(warnings.length === 0 ? {} : { warnings }) },
  };
}

const NOTHING: FieldError = {
  field: 'task_id',
  message: 'There is nothing to change',
  received_value: null,
  suggestion: 'Give at least one of: title, description, priority, due_date, tags, clear',
};

function toTwice(field: string): FieldError {
  return {
    field: 'clear',
    message: `${field} is both set and cleared`,
    received_value: field,
    suggestion: `Leave ${field} out of clear, or give it no value`,
  };
}
