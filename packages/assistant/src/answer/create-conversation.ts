import { joinSignals, toMessage, toStopped, ToolyardError, type CatalogueEntry } from '@toolyard/core';
import { createContextWindow, type ContextWindow, type FittedMessages } from '../context/create-context-window.ts';
import { DATA_RULE } from '../context/mark-data.ts';
import { measureParts, measureText } from '../context/measure-tokens.ts';
import { callsOf, checkConversation } from '../model/check-conversation.ts';
import type { AnswerPart, ModelContent, ModelMessage, RequestedCall, TokenUsage, ToolAnswer } from '../model/model.ts';
import type { AIToolContext } from '../tools/ai-tool-context.ts';
import {
  createCallRunner,
  type AskedCall,
  type CallRunner,
  type CallRunnerOptions,
} from '../tools/create-call-runner.ts';
import { createToolChoice, type ToolChoice } from '../tools/create-tool-choice.ts';
import { createToolContext } from '../tools/create-tool-context.ts';
import { createToolAccess, type ToolAccess } from '../tools/tool-access.ts';
import { answerCalls, createRepeatGuard, toPlainText } from './answer-calls.ts';
import type { AnswerEvent } from './answer-event.ts';
import { askModel, type ModelAnswer, type ModelProgress } from './ask-model.ts';
import type { Asking, Conversation, ConversationOptions, PreviewedRequest } from './conversation.ts';
import { collectCallIds, giveOwnIds } from './give-own-ids.ts';
import { addUsage, checkUsage } from './token-usage.ts';

const TURN_CAP = 10;
const MOST_TOOL_TOKENS = 25_000;
const TOOL_SHARE = 0.25;

type AnswerEnding = Omit<Extract<AnswerEvent, { readonly type: 'end' }>, 'type'>;

/** One question while it is answered. */
interface OpenAnswer extends Asking {
  readonly isRepeated: ReturnType<typeof createRepeatGuard>;
  usage: TokenUsage;
}

/** A conversation that goes on after `messages`. */
export function createConversation(options: ConversationOptions): Conversation {
  return new ToolConversation(options);
}

class ToolConversation implements Conversation {
  readonly id: string;
  readonly #options: ConversationOptions;
  readonly #messages: ModelMessage[];
  readonly #callIds: Set<string>;
  readonly #access: ToolAccess;
  readonly #runner: CallRunner;
  readonly #choice: ToolChoice;
  readonly #context: ContextWindow;
  /** What a preview found, for whoever hears of the answer. */
  readonly #untold: string[] = [];
  #usage: TokenUsage;
  #isOpen = false;

  constructor(options: ConversationOptions) {
    const { id, model, yard, messages = [], usage = {}, toolBudgetTokens } = options;
    refuseInvalid(messages);
    this.id = id;
    this.#options = options;
    this.#messages = [...messages];
    this.#callIds = collectCallIds(messages);
    this.#access = createToolAccess(yard, options);
    this.#runner = createCallRunner({
      ...options,
      access: this.#access,
      calls: yard.calls,
      about: () => describePlace(options),
    });
    this.#choice = createToolChoice(toolBudgetTokens ?? defaultBudget(model.contextTokens));
    this.#context = createContextWindow(model);
    this.#usage = usage;
  }

  messages(): readonly ModelMessage[] {
    return [...this.#messages];
  }

  usage(): TokenUsage {
    return this.#usage;
  }

  toolTokens(): number {
    return this.#choice.tokens();
  }

  toolContext(signal: AbortSignal, question = ''): AIToolContext {
    const { serverName, redact } = this.#options;
    this.#untold.push(...this.#choice.choose(this.#access.list(), question));
    const offered = this.#choice.offered();
    return createToolContext({ access: this.#access, runner: this.#runner, offered, serverName, redact, signal });
  }

  preview(question: readonly ModelContent[]): PreviewedRequest {
    this.#untold.push(...this.#choice.choose(this.#access.list(), toPlainText(question)));
    const system = this.#describeRules();
    const { messages, tokens, notices } = this.#fit([...this.#messages, { role: 'user', content: question }], system);
    this.#untold.push(...notices.map(({ message }) => message));
    return { system, messages, tokens, tools: this.#choice.offered(), notices: [...this.#untold] };
  }

  async ask(question: readonly ModelContent[], asking: Asking): Promise<void> {
    if (this.#isOpen)
      throw new ToolyardError('usage', 'The last question is not answered yet; wait for it, or stop it');
    this.#isOpen = true;
    const stopAll = new AbortController();
    const forget = this.#options.yard.calls.on(({ type }) => {
      if (type === 'calls-stopped') stopAll.abort(toStopped());
    });
    const joined = joinSignals(asking.signal, stopAll.signal);
    const onEvent = (event: AnswerEvent): void => asking.onEvent(event);
    const answer = { signal: joined.signal, onEvent, isRepeated: createRepeatGuard(), usage: {} };
    try {
      await this.#answer(question, answer);
    } finally {
      joined.release();
      forget();
      this.#isOpen = false;
    }
  }

  async #answer(question: readonly ModelContent[], answer: OpenAnswer): Promise<void> {
    const isFirst = Object.keys(this.#usage).length === 0;
    this.#messages.push({ role: 'user', content: question });
    const { ending, bug } = await this.#takeTurns(toPlainText(question), answer).then(
      (ending): EndedAnswer => ({ ending }),
      (error: unknown) => toFailedAnswer(error, answer.signal),
    );
    answer.onEvent({ type: 'usage', ...answer.usage, ...(isFirst ? {} : { conversation: this.#usage }) });
    answer.onEvent({ type: 'end', ...ending });
    if (bug !== undefined) throw bug.error;
  }

  async #takeTurns(question: string, answer: OpenAnswer): Promise<AnswerEnding> {
    const notices = this.#choice.choose(this.#access.list(), question);
    for (const message of [...this.#untold.splice(0), ...notices]) answer.onEvent({ type: 'notice', message });
    const { turnCap = TURN_CAP } = this.#options;
    for (let turn = 1; ; turn++) {
      const isLast = turn >= turnCap;
      const { reason, parts } = await this.#askModel(answer, isLast && turn > 1);
      const calls = callsOf(parts);
      if (calls.length === 0) return ENDINGS[reason];
      const refusal = isLast ? toTurnCap(turnCap) : undefined;
      await this.#callTools(calls, answer, refusal);
      answer.signal.throwIfAborted();
      if (refusal !== undefined) return { reason: 'turn-cap', message: refusal.message };
    }
  }

  async #askModel(answer: OpenAnswer, isLast: boolean): Promise<ModelAnswer> {
    const { model, limits = {} } = this.#options;
    checkUsage(this.#usage, limits);
    const system = this.#describeRules();
    const fitted = this.#fit(this.#messages, system);
    for (const notice of fitted.notices) answer.onEvent({ type: 'notice', ...notice });
    const messages = isLast ? [...fitted.messages, LAST_TURN] : fitted.messages;
    const said: string[] = [];
    const onEvent = (event: ModelProgress): void => {
      if (event.type === 'text') said.push(event.text);
      answer.onEvent(event);
    };
    try {
      const request = { system, messages, tools: this.#choice.offered() };
      const whole = await askModel({ model, onEvent }, request, answer.signal);
      const parts = this.#keep(giveOwnIds(whole.parts, this.#callIds));
      this.#count(answer, { inputTokens: fitted.tokens, outputTokens: measureParts(parts), ...whole.usage });
      return { ...whole, parts };
    } catch (error) {
      const text = said.join('');
      this.#keep([{ type: 'text', text }]);
      // A request that was refused costs nothing.
      if (text !== '') this.#count(answer, { inputTokens: fitted.tokens, outputTokens: measureText(text) });
      throw error;
    }
  }

  #fit(messages: readonly ModelMessage[], system: string): FittedMessages {
    return this.#context.fit(messages, this.#choice.tokens() + measureText(system));
  }

  /** Providers refuse empty texts, and messages that have nothing but reasoning. */
  #keep(given: readonly AnswerPart[]): readonly AnswerPart[] {
    const content = given.filter((part) => part.type !== 'text' || part.text.trim() !== '');
    if (content.some(({ type }) => type !== 'reasoning')) this.#messages.push({ role: 'assistant', content });
    return content;
  }

  #count(answer: OpenAnswer, usage: TokenUsage): void {
    answer.usage = addUsage(answer.usage, usage);
    this.#usage = addUsage(this.#usage, usage);
  }

  #describeRules(): string {
    const rules = [this.#options.system ?? '', DATA_RULE, this.#choice.describeRest()];
    return rules.filter((rule) => rule !== '').join('\n\n');
  }

  async #callTools(calls: readonly RequestedCall[], answer: OpenAnswer, refusal?: ToolyardError): Promise<void> {
    const { clock, model, redact = (text) => text } = this.#options;
    const answers = new Map<string, ToolAnswer>();
    try {
      const answering = {
        runner: this.#runner,
        resolve: (name: string) => this.#access.resolve(name),
        clock,
        takesImages: model.takesImages,
        isRepeated: answer.isRepeated,
        redact,
        refusal,
        onEvent: answer.onEvent,
        onFound: (_: AskedCall, entry: CatalogueEntry) => this.#choice.add(entry),
      };
      await answerCalls(calls, answers, answering, answer.signal);
    } finally {
      // Whatever failed above: a call without an answer would make every later request invalid.
      this.#messages.push({ role: 'tool', answers: calls.map((call) => answers.get(call.id) ?? toUnanswered(call)) });
    }
  }
}

interface EndedAnswer {
  readonly ending: AnswerEnding;
  /** What is no expected failure, for the program to hear. */
  readonly bug?: { readonly error: unknown } | undefined;
}

function toFailedAnswer(error: unknown, signal: AbortSignal): EndedAnswer {
  if (signal.aborted) return { ending: { reason: 'stopped', message: toStopped().message } };
  const ending: AnswerEnding = { reason: 'error', message: toMessage(error) };
  return ToolyardError.is(error) ? { ending } : { ending, bug: { error } };
}

function describePlace({
  id,
  session,
  place,
  respondent,
}: ConversationOptions): ReturnType<CallRunnerOptions['about']> {
  const document = place?.();
  return {
    session,
    conversation: id,
    ...(document === undefined ? {} : { document }),
    ...(respondent === undefined ? {} : { respondent }),
  };
}

/** Goes with the last request alone, so that the model ends with words and not with calls that nobody makes. */
const LAST_TURN: ModelMessage = {
  role: 'user',
  content: [{ type: 'text', text: 'This is the last turn: no more calls are made. Answer with what you know.' }],
};

const ENDINGS: Readonly<Record<ModelAnswer['reason'], AnswerEnding>> = {
  stop: { reason: 'stop' },
  'tool-calls': { reason: 'stop' },
  length: { reason: 'error', message: 'The answer ends here: it is as long as the model may write at once' },
  refused: { reason: 'error', message: 'The provider withheld the answer' },
};

function toTurnCap(cap: number): ToolyardError {
  return new ToolyardError(
    'call-denied',
    `Turn limit reached (${cap}): the model was asked ${cap} times for one answer`,
  );
}

function toUnanswered({ id, name }: RequestedCall): ToolAnswer {
  return { id, name, isError: true, content: [{ type: 'text', text: `${name} was not called` }] };
}

function defaultBudget(contextTokens: number): number {
  return Math.min(MOST_TOOL_TOKENS, Math.floor(contextTokens * TOOL_SHARE));
}

function refuseInvalid(messages: readonly ModelMessage[]): void {
  const ended: ModelMessage = { role: 'user', content: [{ type: 'text', text: '?' }] };
  const problems = checkConversation([...messages, ended]);
  if (problems.length > 0) throw new ToolyardError('usage', `The conversation is not valid: ${problems.join('; ')}`);
}
