import { decodeSpan, Members, scanObject, type Frame, type Member, type Span } from '@toolyard/core';

/** One thing that a server wants to know before it answers. */
export interface InputQuestion {
  /** The server's own name for it. */
  readonly key: string;
  readonly method: string;
  /** JSON text. */
  readonly params: string | undefined;
}

/** A result that is none yet. */
export interface InputRequired {
  readonly questions: readonly InputQuestion[];
  /** JSON text that the server gets back as it is. */
  readonly state: string | undefined;
}

/** Whether an answer asks for input instead of giving a result. */
export function isInputRequired(answer: Frame): boolean {
  const type = answer.result?.get('resultType');
  return type !== undefined && decodeSpan(answer.bytes, type) === '"input_required"';
}

/** Reads what such an answer asks for; `undefined` where it is written otherwise than it must be. */
export function parseInputRequired(answer: Frame): InputRequired | undefined {
  const { result } = answer;
  const asked = result?.get('inputRequests');
  const requests = asked === undefined ? new Members() : membersOf(answer, asked);
  if (result === undefined || requests === undefined) return undefined;
  const questions = [...requests].map((request) => parseQuestion(answer, request));
  const state = result.get('requestState');
  if (!questions.every((question) => question !== undefined)) return undefined;
  return { questions, state: state && decodeSpan(answer.bytes, state) };
}

function parseQuestion(answer: Frame, asked: Member): InputQuestion | undefined {
  const members = membersOf(answer, asked);
  const text = (name: string): string | undefined => {
    const found = members?.get(name);
    return found && decodeSpan(answer.bytes, found);
  };
  const method: unknown = JSON.parse(text('method') ?? 'null');
  return typeof method === 'string' ? { key: asked.name, method, params: text('params') } : undefined;
}

function membersOf({ bytes }: Frame, { start }: Span): Members | undefined {
  return scanObject(bytes, start)?.members;
}
