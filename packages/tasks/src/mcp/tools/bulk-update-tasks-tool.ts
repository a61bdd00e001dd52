import { parseBulkUpdate } from '../../domain/parse-bulk-update.ts';
import { BULK_UPDATE_SCHEMA } from '../../domain/task-schemas.ts';
import type { BulkEntry, BulkResult } from '../../domain/update-tasks.ts';
import { showTask } from '../client/parse-backend-task.ts';
import { toAdvertised, toOutput } from './output-schema.ts';
import { readArguments, unwrap } from './read-arguments.ts';
import type { TaskTool, ToolAnswer } from './task-tool.ts';

const COUNT = { type: 'integer' } as const;

/** `bulk_update_tasks`. */
export const bulkUpdateTasksTool: TaskTool = {
  scope: 'tasks:write',
  definition: {
    name: 'bulk_update_tasks',
    title: 'Update several tasks',
    description: 'Updates up to 50 tasks; one that fails does not stop the others.',
    inputSchema: toAdvertised(BULK_UPDATE_SCHEMA),
    outputSchema: toOutput(
      {
        results: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: COUNT,
              status: { type: 'string' },
              changed_fields: { type: 'array', items: { type: 'string' } },
              task: { type: 'object' },
              message: { type: 'string' },
            },
            required: ['id', 'status', 'changed_fields'],
          },
        },
        updated: COUNT,
        unchanged: COUNT,
        failed: COUNT,
        dry_run: { type: 'boolean' },
      },
      ['results', 'failed'],
    ),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  prepare(args, now) {
    const update = unwrap(parseBulkUpdate(readArguments(BULK_UPDATE_SCHEMA, args, { now }), now));
    return async (tasks) => toAnswer(await tasks.bulkUpdate(update));
  },
};

function toAnswer(result: BulkResult): ToolAnswer {
  const { results, updated, unchanged, failed, dry_run: isDry } = result;
  const counts = `${isDry ? 'A dry run, nothing was changed: ' : ''}${updated} updated, ${unchanged} unchanged, ${failed} failed.`;
  const lines = results.map(({ id, status, changed_fields: fields, message }) =>
    [
      `#${id}: ${status}`,
      ...(fields.length === 0 ? [] : [`(${fields.join(', ')})`]),
      ...(message === undefined ? [] : [`- ${message}`]),
    ].join(' '),
  );
  return { text: [counts, ...lines].join('\n'), structured: { ...result, results: results.map(showEntry) } };
}

function showEntry(entry: BulkEntry): object {
  return entry.task === undefined ? entry : { ...entry, task: showTask(entry.task) };
}
