import type { JsonObject } from '@toolyard/core';

/** What a scripted model does in one turn, or how it decides when it sees the request. */
export type ServedTurn = ServedAnswer | ServedFailure | ((request: SeenRequest) => ServedAnswer | ServedFailure);

/** An answer with the status 200, in the order reasoning, text, calls. */
export interface ServedAnswer {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ServedCall[];
  /** What becomes of it after its last part; `whole` unless given. `silence` and `cut` leave it without an end. */
  readonly ends?: 'whole' | 'length' | 'refused' | 'cut' | 'silence' | 'overload';
  /** In US dollars, where the API has a place for it. */
  readonly cost?: number;
}

/** A call that a scripted model asks for. */
export interface ServedCall {
  /** A tool id, or a name as the model was told it. One that was not offered is asked for all the same. */
  readonly tool: string;
  /** A text is sent as it is, where the API sends arguments as text. */
  readonly arguments: JsonObject | string;
}

/** An answer without a model: an HTTP status, or nothing at all. */
export interface ServedFailure {
  /** `silence` accepts the request and never answers, `cut` ends the connection. */
  readonly status: number | 'silence' | 'cut';
  readonly message?: string;
  /** The header of that name. */
  readonly retryAfter?: string;
}

/** A request to a scripted model, as far as scripts look at it. */
export interface SeenRequest {
  readonly body: JsonObject;
  readonly system: string;
  /** The names of the tools, as the API was told them. */
  readonly tools: readonly string[];
  /** The texts of what came since the model spoke last: the question, or what tools answered. */
  readonly news: readonly string[];
}
