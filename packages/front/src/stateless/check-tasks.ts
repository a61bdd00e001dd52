import { TASKS_EXTENSION, type Frame, type JsonRpcError } from '@toolyard/core';
import type { Envelope } from './envelope.ts';
import { STATELESS_ERROR_CODES } from './error-codes.ts';

/** The methods about tasks that this revision has. */
export const TASK_REQUESTS: readonly string[] = ['tasks/get', 'tasks/update', 'tasks/cancel'];

/** Refuses a request about tasks of a client that does not say that it knows them. */
export function checkTasks({ method }: Frame, envelope: Envelope): JsonRpcError | undefined {
  return method !== undefined && TASK_REQUESTS.includes(method) ? checkTasksKnown(envelope) : undefined;
}

/** Refuses whatever is about tasks where the client does not say that it knows them. */
export function checkTasksKnown({ capabilities }: Envelope): JsonRpcError | undefined {
  const extensions: Readonly<Record<string, unknown>> = { ...Object(capabilities['extensions']) };
  if (extensions[TASKS_EXTENSION] !== undefined) return undefined;
  return {
    code: STATELESS_ERROR_CODES.missingCapability,
    message: `The client must support tasks for this ("extensions" with "${TASKS_EXTENSION}" in its capabilities).`,
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  };
}
