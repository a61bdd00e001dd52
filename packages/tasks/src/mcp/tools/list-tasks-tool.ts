import { LIST_QUERY_SCHEMA } from '../../domain/list-query-schema.ts';
import { parseListQuery } from '../../domain/parse-list-query.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import type { ListArguments, ListedTasks } from '../client/task-client.ts';
import { describeTask } from './describe-task.ts';
import { LISTED_TASK, toAdvertised, toOutput } from './output-schema.ts';
import { readArguments, unwrap, type SchemaOf } from './read-arguments.ts';
import type { TaskTool, ToolAnswer } from './task-tool.ts';

const DEFAULT_LIMIT = 25;
/** An answer that is longer says less, since models cannot take it. */
const MAX_CHARACTERS = 60_000;

const LIMIT: JsonSchema = { ...LIST_QUERY_SCHEMA.properties?.['limit'], default: DEFAULT_LIMIT };
const INPUT: SchemaOf<ListArguments> = {
  ...LIST_QUERY_SCHEMA,
  properties: { ...LIST_QUERY_SCHEMA.properties, limit: LIMIT },
};

/** `list_tasks`. */
export const listTasksTool: TaskTool = {
  scope: 'tasks:read',
  definition: {
    name: 'list_tasks',
    title: 'List tasks',
    description: "Lists the user's tasks, newest first, in pages. Without arguments: all tasks.",
    inputSchema: toAdvertised(INPUT),
    outputSchema: toOutput(
      {
        tasks: { type: 'array', items: LISTED_TASK },
        next_cursor: { type: ['string', 'null'] },
        has_more: { type: 'boolean' },
      },
      ['tasks', 'next_cursor', 'has_more'],
    ),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  prepare(args, now) {
    const given: ListArguments = { limit: DEFAULT_LIMIT, ...readArguments(INPUT, args, { now }) };
    // Cursors are the backend's own; everything else can be judged here.
    const { cursor: _cursor, ...rest } = given;
    unwrap(parseListQuery(rest, now));
    return async (tasks) => toAnswer(await tasks.list(given));
  },
};

function toAnswer(page: ListedTasks): ToolAnswer {
  const isLong = JSON.stringify(page).length > MAX_CHARACTERS;
  const warnings = ['The descriptions were left out: there are too many of them. Use get_task for one.'];
  const structured = isLong ? { ...page, tasks: page.tasks.map(withoutDescription), warnings } : { ...page };
  const { tasks, has_more: hasMore } = page;
  const count = `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`;
  const first = hasMore
    ? `${count}, and there are more: pass next_cursor as cursor.`
    : tasks.length === 0
      ? 'No tasks.'
      : `${count}.`;
  return { text: [first, ...tasks.map(describeTask), ...(isLong ? warnings : [])].join('\n'), structured };
}

function withoutDescription({ description: _description, ...rest }: ListedTasks['tasks'][number]): object {
  return rest;
}
