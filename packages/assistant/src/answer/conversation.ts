import type { CallRespondent, Calls, Clock, DocumentPlace } from '@toolyard/core';
import type { Model, ModelContent, ModelMessage, ModelRequest, TokenUsage } from '../model/model.ts';
import type { AIToolContext } from '../tools/ai-tool-context.ts';
import type { CallRunnerOptions } from '../tools/create-call-runner.ts';
import type { ToolScope, ToolYard } from '../tools/tool-access.ts';
import type { AnswerEvent } from './answer-event.ts';
import type { UsageLimits } from './token-usage.ts';

/** A conversation of people with a model that has tools. It is valid for the next question whatever happened in the last. */
export interface Conversation {
  readonly id: string;
  /** All of them, whole, also what the model is not told any more for lack of room. */
  messages(): readonly ModelMessage[];
  /** What all answers used; estimated where the provider does not say it. */
  usage(): TokenUsage;
  /** About how many tokens the tools take in each request; 0 before the first question. */
  toolTokens(): number;
  /** The tools as they are offered now, for programs that bring a model of their own; where not all fit, those for the question too. */
  toolContext(signal: AbortSignal, question?: string): AIToolContext;
  /** What the first request for a question would be; asks nobody. Throws `ToolyardError` where the question is too long for the model. */
  preview(question: readonly ModelContent[]): PreviewedRequest;
  /**
   * Answers a question. What goes wrong is said by the last event and by the answers to calls; rejects only for a bug, after the last
   * event. One question at a time.
   */
  ask(question: readonly ModelContent[], asking: Asking): Promise<void>;
}

/** A request before it is made. */
export interface PreviewedRequest extends ModelRequest {
  /** About how many the whole request has. */
  readonly tokens: number;
  /** What people should know about it: what is left out. */
  readonly notices: readonly string[];
}

/** Who hears of an answer, and who ends it. */
export interface Asking {
  /** Aborted, it ends the answer at once; what was said until then is kept. */
  readonly signal: AbortSignal;
  onEvent(event: AnswerEvent): void;
}

/** What a conversation is made of. */
export interface ConversationOptions extends Omit<CallRunnerOptions, 'access' | 'about' | 'calls'> {
  /** Unique among all conversations; calls are recorded with it. */
  readonly id: string;
  readonly model: Model;
  readonly clock: Pick<Clock, 'now'>;
  readonly yard: ToolYard & { readonly calls: Pick<Calls, 'noteRefusal' | 'on'> };
  /** Which tools there are; asked before each call, since notes, switches and sections change. No server: no tools. */
  scope(): ToolScope;
  /** Makes `scope` and `place` tell how things are now; awaited before each call. A `ToolyardError` that it throws is why there is no call. */
  readonly lookAgain?: (() => Promise<void>) | undefined;
  /** What the session limit counts: that of the note, where there is one. */
  readonly session: string;
  /** Where the question stands; asked before each call. */
  readonly place?: (() => DocumentPlace | undefined) | undefined;
  /** Answers what servers ask. */
  readonly respondent?: CallRespondent | undefined;
  /** What the model is told before everything else. */
  readonly system?: string | undefined;
  /** What was said before; throws `usage` where that is not valid, see `checkConversation`. */
  readonly messages?: readonly ModelMessage[] | undefined;
  /** What that used. */
  readonly usage?: TokenUsage | undefined;
  readonly limits?: UsageLimits | undefined;
  /** Requests for one question; 10 where absent. */
  readonly turnCap?: number | undefined;
  /** The most tokens for tools; a quarter of what the model takes, and at most 25,000, where absent. */
  readonly toolBudgetTokens?: number | undefined;
  /** Takes secrets out of what tools returned, before anybody hears it. */
  readonly redact?: ((text: string) => string) | undefined;
  /** What a server calls itself. */
  readonly serverName?: ((server: string) => string | undefined) | undefined;
}
