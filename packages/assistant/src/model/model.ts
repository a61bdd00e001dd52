import type { JsonObject } from '@toolyard/core';

/** A model of a provider: the seam between conversations and the providers' APIs. */
export interface Model {
  /** `provider/name`, as people choose it. */
  readonly id: string;
  /** How many tokens a request and its answer may have together. */
  readonly contextTokens: number;
  readonly takesImages: boolean;
  /**
   * Makes one request. The events end with exactly one `end`. Throws `ToolyardError` where there is no whole answer, also in the middle of one:
   * `model-unavailable`, `model-refused`, or `model-silent`; or the reason of `signal`.
   */
  ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** What a model is asked. The last message is never the model's own. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** How long the answer may be; what the provider allows where absent. */
  readonly maxOutputTokens?: number;
}

/** A tool as a model is told of it. Its name is a tool id; what a provider demands of names and schemas is the adapter's concern. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** One message of a conversation. Every call of an `assistant` message is answered in the `tool` message right after it. */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly ModelContent[] }
  | { readonly role: 'assistant'; readonly content: readonly AnswerPart[] }
  | { readonly role: 'tool'; readonly answers: readonly ToolAnswer[] };

/** What people and tools give a model. `data` is base64. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

/** A part of what a model answered; `provider` is what its provider wants back with it, unread. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly provider?: JsonObject }
  | { readonly type: 'reasoning'; readonly text: string; readonly provider?: JsonObject }
  | RequestedCall;

/** A call that a model asked for. */
export interface RequestedCall {
  readonly type: 'tool-call';
  /** Chosen by the provider, and unique in a conversation. */
  readonly id: string;
  /** A tool id, also of a tool that the model was not offered; the name as the model wrote it where that is like no id. */
  readonly name: string;
  /** An object; where the model wrote no such JSON, the text that it wrote. */
  readonly arguments: JsonObject | string;
  readonly provider?: JsonObject;
}

/** What a model is told about a call that it asked for. */
export interface ToolAnswer {
  readonly id: string;
  readonly name: string;
  readonly isError: boolean;
  readonly content: readonly ModelContent[];
}

/** What a model says, as it comes. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Something that people should know: a tool that could not be offered, a provider that is waited for. */
  | { readonly type: 'notice'; readonly message: string }
  | {
      readonly type: 'end';
      readonly reason: ModelEnd;
      readonly parts: readonly AnswerPart[];
      readonly usage: TokenUsage;
    };

/** Why an answer ended: it is whole, it asks for calls, it became too long, or the provider withheld it. */
export type ModelEnd = 'stop' | 'tool-calls' | 'length' | 'refused';

/** What a provider counted; members that it did not tell are absent. */
export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedInputTokens?: number;
  /** In US dollars, where the provider says what an answer cost. */
  readonly cost?: number;
}
