import type { Frame } from '../frame/frame.ts';
import { scanObject } from '../frame/scan-json.ts';
import type { Span } from '../frame/span.ts';

/** The extension of the stateless revision by which the work of a request goes on after its answer. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The methods, inside of Toolyard, by which a client hears of a task of a stateless server: `{ taskId }` → `{}`. */
export const TASK_METHODS = { watch: 'toolyard/tasks/watch', unwatch: 'toolyard/tasks/unwatch' } as const;

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/** Where a message names the task that it belongs to, in the `_meta` of its parameters or its result; the quotes are part of it. */
export function findRelatedTask(frame: Frame, member: 'params' | 'result'): Span | undefined {
  if (member === 'params') return readTaskId(frame.bytes, frame.meta?.get(RELATED_TASK));
  return readRelatedTask(frame.bytes, frame.result?.get('_meta'));
}

/** The same in a `_meta` that stands elsewhere. */
export function readRelatedTask(bytes: Uint8Array, meta: Span | undefined): Span | undefined {
  return readTaskId(bytes, meta && scanObject(bytes, meta.start)?.members.get(RELATED_TASK));
}

function readTaskId(bytes: Uint8Array, related: Span | undefined): Span | undefined {
  const id = related && scanObject(bytes, related.start)?.members.get('taskId');
  return id !== undefined && bytes[id.start] === QUOTE ? id : undefined;
}

const QUOTE = 0x22;
