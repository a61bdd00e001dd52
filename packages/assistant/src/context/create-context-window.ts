import { ToolyardError } from '@toolyard/core';
import type { ModelContent, ModelMessage, ToolAnswer } from '../model/model.ts';
import { markData } from './mark-data.ts';
import { measureAnswer, measureMessage, measureText } from './measure-tokens.ts';

/** What of a conversation goes to a model that takes only so much. The conversation itself stays whole. */
export interface ContextWindow {
  /** The messages of the next request; throws `ToolyardError` where not even the question fits. */
  fit(messages: readonly ModelMessage[], fixedTokens: number): FittedMessages;
}

/** The messages of a request: what tools returned is marked as data, and cut where there is no room for it. */
export interface FittedMessages {
  readonly messages: readonly ModelMessage[];
  /** About how many the whole request has. */
  readonly tokens: number;
  /** What was cut now, for people. */
  readonly notices: readonly CutNotice[];
}

/** Says what a model is not given any more. */
export interface CutNotice {
  readonly message: string;
  /** The results that are cut. */
  readonly results?: readonly CutResult[];
}

/** A result that a model is not given whole, in about so many tokens. */
export interface CutResult {
  /** The id of its call. */
  readonly id: string;
  readonly given: number;
  readonly whole: number;
}

/** The rest is for the answer, and for what an estimate is wrong by. */
const REQUEST_SHARE = 0.8;

/** More is cut than has to be, so that the next requests begin alike and providers' prompt caches hold. */
const LOW_SHARE = 0.75;

/** The most that results of the last turn take while there are earlier messages. */
const RESULT_SHARE = 0.5;

/** What each result takes besides its text; a shorter text is not worth leaving out. */
const RESULT_TOKENS = 50;

interface Limited {
  readonly id: string;
  readonly contextTokens: number;
}

/** Nothing is cut yet; `messages` of later requests have to begin with those of earlier ones. */
export function createContextWindow(model: Limited): ContextWindow {
  return new FittingWindow(model);
}

class FittingWindow implements ContextWindow {
  readonly #model: Limited;
  /** How many tokens are shown of results that are not shown whole. */
  readonly #cuts = new WeakMap<ToolAnswer, number>();
  /** The first message that is shown. */
  #first = 0;

  constructor(model: Limited) {
    this.#model = model;
  }

  fit(messages: readonly ModelMessage[], fixedTokens: number): FittedMessages {
    const room = Math.max(0, Math.floor(this.#model.contextTokens * REQUEST_SHARE) - fixedTokens);
    const kept = (): readonly ModelMessage[] => messages.slice(this.#first);
    const over = (share = 1): number => this.#measure(kept()) - Math.floor(room * share);
    const notices: CutNotice[] = [];
    if (over() > 0) notices.push(...this.#leaveOutResults(kept().slice(0, -1), over(LOW_SHARE)));
    if (over() > 0) notices.push(...this.#cutResults(kept().at(-1), Math.floor(room * RESULT_SHARE)));
    if (over() > 0) notices.push(...this.#leaveOutQuestions(messages, over(LOW_SHARE)));
    if (over() > 0) notices.push(...this.#cutResults(kept().at(-1), this.#measure(kept().slice(-1)) - over()));
    const tokens = this.#measure(kept()) + fixedTokens;
    if (over() > 0) throw toTooLong(this.#model, tokens);
    return { messages: kept().map((message) => showMessage(message, this.#cuts)), tokens, notices };
  }

  #measure(messages: readonly ModelMessage[]): number {
    const sizeOf = (message: ModelMessage): number =>
      message.role === 'tool'
        ? message.answers.reduce((sum, answer) => sum + RESULT_TOKENS + this.#textOf(answer), 0)
        : measureMessage(message);
    return messages.reduce((sum, message) => sum + sizeOf(message), 0);
  }

  #textOf(answer: ToolAnswer): number {
    return this.#cuts.get(answer) ?? measureAnswer(answer);
  }

  /** Leaves out results of earlier turns, the oldest first. */
  #leaveOutResults(messages: readonly ModelMessage[], over: number): CutNotice[] {
    const results: CutResult[] = [];
    let saved = 0;
    for (const answer of messages.flatMap((message) => (message.role === 'tool' ? message.answers : []))) {
      const tokens = this.#textOf(answer);
      if (saved >= over || tokens <= RESULT_TOKENS) continue;
      this.#cuts.set(answer, 0);
      saved += tokens;
      results.push({ id: answer.id, given: 0, whole: measureAnswer(answer) });
    }
    if (results.length === 0) return [];
    const message = `Left out for the model from now on: earlier results (${results.length}, about ${saved} tokens)`;
    return [{ message, results }];
  }

  /** Cuts the longest results of a turn, so that the turn has `most` tokens. */
  #cutResults(turn: ModelMessage | undefined, most: number): CutNotice[] {
    if (turn?.role !== 'tool') return [];
    const sizes = turn.answers.map((answer) => this.#textOf(answer));
    const longest = findLongest(sizes, most - turn.answers.length * RESULT_TOKENS);
    return turn.answers.flatMap((answer) => {
      if (this.#textOf(answer) <= longest) return [];
      this.#cuts.set(answer, longest);
      const whole = measureAnswer(answer);
      const message = `Cut for the model: the result of ${answer.name}, to about ${longest} of ${whole} tokens`;
      return [{ message, results: [{ id: answer.id, given: longest, whole }] }];
    });
  }

  /** Leaves out the oldest questions together with their answers. */
  #leaveOutQuestions(messages: readonly ModelMessage[], over: number): CutNotice[] {
    const before = this.#first;
    const isQuestion = ({ role }: ModelMessage): boolean => role === 'user';
    const current = messages.findLastIndex(isQuestion);
    let saved = 0;
    while (saved < over && this.#first < current) {
      const next = messages.findIndex((message, index) => index > this.#first && isQuestion(message));
      saved += this.#measure(messages.slice(this.#first, next));
      this.#first = next;
    }
    if (this.#first === before) return [];
    return [{ message: `Left out for the model from now on: the first ${this.#first} messages` }];
  }
}

function toTooLong({ id, contextTokens }: Limited, tokens: number): ToolyardError {
  const message = `The question and the tools are about ${tokens} tokens, too many for ${id}, which takes ${contextTokens} with its answer. Ask for less, offer fewer tools, or choose another model.`;
  return new ToolyardError('model-refused', message);
}

/** How long the longest may be so that all together have `most`; the shorter ones leave their room to the others. */
function findLongest(sizes: readonly number[], most: number): number {
  let left = Math.max(0, most);
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

const shown = new WeakMap<ToolAnswer, ToolAnswer>();

function showMessage(message: ModelMessage, cuts: WeakMap<ToolAnswer, number>): ModelMessage {
  if (message.role !== 'tool') return message;
  return { ...message, answers: message.answers.map((answer) => showAnswer(answer, cuts.get(answer))) };
}

function showAnswer(answer: ToolAnswer, cut: number | undefined): ToolAnswer {
  if (cut !== undefined) return { ...answer, content: cutContent(answer, cut) };
  const known = shown.get(answer);
  if (known !== undefined) return known;
  const marked = { ...answer, content: answer.content.map(markContent) };
  shown.set(answer, marked);
  return marked;
}

function markContent(content: ModelContent): ModelContent {
  return content.type === 'text' ? { type: 'text', text: markData(content.text) } : content;
}

function cutContent(answer: ToolAnswer, tokens: number): readonly ModelContent[] {
  const whole = answer.content.flatMap((content) => (content.type === 'text' ? [content.text] : [])).join('\n');
  const length = Math.floor(whole.length * Math.min(1, tokens / measureText(whole)));
  const beginning = whole.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  const note = `[${beginning.length} of ${whole.length} characters of this result are here, for lack of room]`;
  const rest: ModelContent = { type: 'text', text: note };
  return beginning === '' ? [rest] : [markContent({ type: 'text', text: beginning }), rest];
}
