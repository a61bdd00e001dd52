import type { JsonSchema } from '../../domain/json-schema.ts';
import { TAG_LIST_SCHEMA, TASK_SUMMARY_SCHEMA } from '../../domain/result-schemas.ts';
import { toOutput, toShort } from './output-schema.ts';
import { readArguments } from './read-arguments.ts';
import type { TaskTool } from './task-tool.ts';

const NOTHING: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

const ANNOTATIONS = { readOnlyHint: true, openWorldHint: false } as const;

/** `list_tags`. */
export const listTagsTool: TaskTool = {
  scope: 'tasks:read',
  definition: {
    name: 'list_tags',
    title: 'List tags',
    description: 'Lists the tags in use, most used first, with the number of tasks that have each.',
    inputSchema: NOTHING,
    outputSchema: toOutput(toShort(TAG_LIST_SCHEMA).properties ?? {}, ['tags']),
    annotations: ANNOTATIONS,
  },
  prepare(args, now) {
    readArguments(NOTHING, args, { now });
    return async (client) => {
      const tags = await client.tags();
      const lines = tags.map(({ tag, tasks, open }) => `${tag}: ${tasks} (${open} open)`);
      return { text: tags.length === 0 ? 'No tags.' : lines.join('\n'), structured: { tags } };
    };
  },
};

/** `task_summary`. */
export const taskSummaryTool: TaskTool = {
  scope: 'tasks:read',
  definition: {
    name: 'task_summary',
    title: 'Summarize tasks',
    description: 'Counts the tasks: open, completed, overdue, due within 7 days, open by priority.',
    inputSchema: NOTHING,
    outputSchema: toOutput(toShort(TASK_SUMMARY_SCHEMA).properties ?? {}, ['total', 'open']),
    annotations: ANNOTATIONS,
  },
  prepare(args, now) {
    readArguments(NOTHING, args, { now });
    return async (client) => {
      const summary = await client.summary();
      const { total, open, completed, overdue, due_soon: soon } = summary;
      const text = `${total} tasks: ${open} open, ${completed} completed, ${overdue} overdue, ${soon} due within 7 days.`;
      return { text, structured: { ...summary } };
    };
  },
};
