import { createResponse, INPUT_KEY, type Frame, type RequestId } from '@toolyard/core';
import { keptMeta, readMeta } from './envelope.ts';
import { inputKeyOf } from './input-key-of.ts';
import type { InputResponses } from './input-responses.ts';

/** The questions of servers that wait for the client of one request, by the keys that it answers them with. */
export class InputRequests {
  readonly #open = new Map<string, Frame>();
  #count = 0;

  get size(): number {
    return this.#open.size;
  }

  /** How large they are together. */
  get bytes(): number {
    let bytes = 0;
    for (const question of this.#open.values()) bytes += question.bytes.length;
    return bytes;
  }

  add(question: Frame): void {
    this.#open.set(this.#toKey(question), question);
  }

  /** A server wants no answer any more. */
  takeBack(id: RequestId | undefined): void {
    for (const [key, question] of this.#open) if (question.id === id) this.#open.delete(key);
  }

  /** Takes out the questions that `isWanted` turns down. */
  removeUnless(isWanted: (question: Frame) => boolean): Frame[] {
    const removed = [...this.#open].filter(([, question]) => !isWanted(question));
    for (const [key] of removed) this.#open.delete(key);
    return removed.map(([, question]) => question);
  }

  /** Takes out the questions that these responses answer; gives the answers. */
  answer(responses: InputResponses): Frame[] {
    const answers: Frame[] = [];
    for (const [key, question] of this.#open) {
      const text = responses.take(key, question);
      if (text === undefined) continue;
      this.#open.delete(key);
      if (question.id !== undefined) answers.push(createResponse(question.id, text));
    }
    return answers;
  }

  /** The JSON text of what the client is asked. */
  toInputRequests(): string {
    return `{${[...this.#open].map(([key, question]) => `${JSON.stringify(key)}:${toInputRequest(question)}`).join(',')}}`;
  }

  #toKey(question: Frame): string {
    const own = inputKeyOf(question);
    if (own !== undefined && !this.#open.has(own)) return own;
    for (;;) {
      const key = `${own ?? 'question'}-${++this.#count}`;
      if (!this.#open.has(key)) return key;
    }
  }
}

function toInputRequest(question: Frame): string {
  const span = INPUT_KEY in readMeta(question) ? question.paramSpan('_meta') : undefined;
  const shown = span === undefined ? question : question.edited([{ span, text: keptMeta(question, [INPUT_KEY]) }]);
  const params = shown.text('params');
  return `{"method":${JSON.stringify(shown.method)}${params === undefined ? '' : `,"params":${params}`}}`;
}
