import type { AskedQuestion, Frame, RequestId, Respondent } from '@toolyard/core';
import type { QuestionLimit } from './create-question-limit.ts';

/** A question that waits for its answer. */
export interface OpenQuestion {
  /** The request it belongs to, if it belongs to one. */
  request: number | undefined;
  /** Whoever is asked, where it is not known which of its requests is meant. */
  readonly guessed: Respondent | undefined;
  /** The question itself, where it may be about another request, or about none, and can be asked again when that one is over. */
  readonly again: Frame | undefined;
  asked: AskedQuestion | undefined;
}

/** The open questions of a link, by their ids and by their requests, since thousands can wait. */
export class OpenQuestions {
  readonly limit: QuestionLimit | undefined;
  readonly #all = new Map<RequestId, OpenQuestion>();
  readonly #ofRequest = new Map<number | undefined, Set<RequestId>>();

  /** `limit` counts those of other links too. */
  constructor(limit?: QuestionLimit) {
    this.limit = limit;
  }

  get size(): number {
    return this.#all.size;
  }

  get(id: RequestId): OpenQuestion | undefined {
    return this.#all.get(id);
  }

  ids(): readonly RequestId[] {
    return [...this.#all.keys()];
  }

  /** The request that was asked last, of those that still wait for an answer; looks at all of these. */
  get lastRequest(): number | undefined {
    return [...this.#ofRequest.keys()].findLast((request) => request !== undefined);
  }

  /** Those that belong to a request, or to none, oldest first. */
  of(request: number | undefined): readonly RequestId[] {
    return [...(this.#ofRequest.get(request) ?? [])];
  }

  countOf(request: number | undefined): number {
    return this.#ofRequest.get(request)?.size ?? 0;
  }

  add(id: RequestId, question: OpenQuestion): void {
    this.limit?.add();
    this.#all.set(id, question);
    const ids = this.#ofRequest.get(question.request) ?? new Set<RequestId>();
    // Whoever was asked last stands last.
    this.#ofRequest.delete(question.request);
    this.#ofRequest.set(question.request, ids.add(id));
  }

  /** Takes a question out, if it is still open. */
  remove(id: RequestId): OpenQuestion | undefined {
    const question = this.#all.get(id);
    if (question === undefined) return undefined;
    this.limit?.remove();
    this.#all.delete(id);
    const ids = this.#ofRequest.get(question.request);
    ids?.delete(id);
    if (ids?.size === 0) this.#ofRequest.delete(question.request);
    return question;
  }

  /** Lets a question belong to another request. */
  move(id: RequestId, request: number): void {
    const question = this.remove(id);
    if (question === undefined) return;
    question.request = request;
    this.add(id, question);
  }
}
