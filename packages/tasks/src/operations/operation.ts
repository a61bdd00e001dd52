import type { JsonSchema } from '../domain/json-schema.ts';
import type { TokenScope } from '../domain/task-store.ts';

/** Who may use an operation: everybody, whoever has the service token, or a user with that scope. */
export type Access = 'open' | 'service' | TokenScope;

/** What an operation answers with when it went well. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Absent where there is no body. */
  readonly schema?: JsonSchema;
  /** The content type of a body that is not JSON. */
  readonly type?: string;
}

/** One row of the table from which routes, OpenAPI and the docs are made. */
export interface Operation<Id extends OperationId = OperationId> {
  readonly id: Id;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{id}` where a task's id stands. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  /** Whether it asks for a version with `If-Match`. */
  readonly isConditional?: boolean;
  readonly answer: Answer;
}

/** The name of an operation about a user's tasks. */
export type TaskOperationId =
  | 'listTasks'
  | 'createTask'
  | 'getTask'
  | 'updateTask'
  | 'setTaskCompleted'
  | 'deleteTask'
  | 'bulkUpdateTasks'
  | 'listTags'
  | 'getSummary';

/** The name of an operation. */
export type OperationId =
  | TaskOperationId
  | 'introspectToken'
  | 'getHealth'
  | 'getReadiness'
  | 'getMetrics'
  | 'getOpenapi'
  | 'getDocs';

/** Whether an operation changes something, and so takes an `Idempotency-Key`. */
export function isWrite({ access }: Operation): boolean {
  return access === 'tasks:write';
}

/** The statuses of the problems that an operation can answer with. */
export function toProblemStatuses(operation: Operation): readonly number[] {
  const { access, path, query, body, isConditional, id } = operation;
  // A body that is not wanted is read all the same.
  const hasBody = body !== undefined || isWrite(operation);
  const isOfUser = access !== 'open' && access !== 'service';
  return [
    [400, true],
    [401, access !== 'open'],
    [403, access !== 'open'],
    [404, path.includes('{id}')],
    [409, isWrite(operation)],
    [412, isConditional === true],
    [413, hasBody],
    [414, true],
    [415, hasBody],
    [422, query !== undefined || path.includes('{id}') || hasBody],
    [429, isOfUser],
    [500, true],
    [503, access !== 'open' || id === 'getReadiness'],
  ].flatMap(([status, isPossible]) => (isPossible === true && typeof status === 'number' ? [status] : []));
}
