/** A request to one operation, from somebody who may make it. */
export interface OperationRequest {
  /** Whose tasks; empty where an operation is not about tasks. */
  readonly user: string;
  /** What stands in the path for `{id}`. */
  readonly id: string;
  readonly query: Iterable<readonly [string, string]>;
  /** The ETag that the task must still have, as `If-Match` says it. */
  readonly ifMatch: string | undefined;
  /** What makes the request happen once, as `Idempotency-Key` says it. */
  readonly idempotencyKey: string | undefined;
  /** Parsed JSON; `undefined` where there was none. */
  readonly body: unknown;
}

/** What an operation gave: its status is that of its answer. */
export interface OperationReply {
  /** An object is sent as JSON by the schema of the answer, text as it is. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers the requests to one operation; throws a `ProblemError` where it cannot. */
export type OperationHandler = (request: OperationRequest) => Promise<OperationReply>;
