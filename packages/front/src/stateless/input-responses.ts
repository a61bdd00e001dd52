import { decodeSpan, Members, scanObject, type Frame, type JsonRpcError, type Span } from '@toolyard/core';
import { STATELESS_ERROR_CODES } from './error-codes.ts';
import { inputKeyOf } from './input-key-of.ts';

/** What a client answers to questions, by their keys; each can be used once. */
export class InputResponses {
  readonly #bytes: Uint8Array;
  readonly #spans: Map<string, Span>;

  constructor(bytes: Uint8Array, members: Members) {
    this.#bytes = bytes;
    this.#spans = new Map([...members].map((member) => [member.name, member]));
  }

  /** The text of the response to a question; `undefined` where it is missing or of another kind. */
  take(key: string, question: Frame): string | undefined {
    const text = this.#textOf(key);
    if (text === undefined || !fitsQuestion(question, JSON.parse(text))) return undefined;
    this.#spans.delete(key);
    return text;
  }

  /**
   * The text of the response to a question that the client was not asked yet: the one under the question's own key, or
   * the only one that answers it where it has none.
   */
  takeFor(question: Frame): string | undefined {
    const own = inputKeyOf(question);
    const keys = own === undefined ? [...this.#spans.keys()] : [own];
    const fitting = keys.filter((key) => answersQuestion(question, JSON.parse(this.#textOf(key) ?? 'null')));
    const [key] = fitting;
    return key === undefined || fitting.length > 1 ? undefined : this.take(key, question);
  }

  #textOf(key: string): string | undefined {
    const span = this.#spans.get(key);
    return span && decodeSpan(this.#bytes, span);
  }
}

const NO_RESPONSES = new InputResponses(new Uint8Array(), new Members());

/** Reads the responses of a request, which may have none. */
export function parseInputResponses(frame: Frame): InputResponses | JsonRpcError {
  const span = frame.paramSpan('inputResponses');
  if (span === undefined) return NO_RESPONSES;
  const scanned = scanObject(frame.bytes, span.start);
  if (scanned !== undefined) return new InputResponses(frame.bytes, scanned.members);
  const message = '"params.inputResponses" must be an object with the responses by the keys of their requests.';
  return { code: STATELESS_ERROR_CODES.invalidParams, message };
}

const ELICITATION_ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

/** Whether a response is of the kind that a question wants. */
function fitsQuestion(question: Frame, response: unknown): boolean {
  const { action, content, role, model, roots } = toMembers(response);
  switch (question.method) {
    case 'elicitation/create':
      return ELICITATION_ACTIONS.includes(action) && (content === undefined || isObject(content));
    case 'sampling/createMessage':
      return typeof role === 'string' && typeof model === 'string' && typeof content === 'object' && content !== null;
    case 'roots/list':
      return Array.isArray(roots);
    default:
      return false;
  }
}

/** Whether a response has all that a question requires, so that it can be told from those to other questions. */
function answersQuestion(question: Frame, response: unknown): boolean {
  if (!fitsQuestion(question, response)) return false;
  const { action, content } = toMembers(response);
  if (question.method !== 'elicitation/create' || action !== 'accept') return true;
  const { required } = toMembers(question.param('requestedSchema'));
  const members = toMembers(content);
  return !Array.isArray(required) || required.every((name) => typeof name === 'string' && Object.hasOwn(members, name));
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
