import type { ServerResponse } from 'node:http';
import { createErrorResponse, decodeSpan, scanObject, type Frame, type RequestId } from '@toolyard/core';
import { encodeEvent } from '../encode-event.ts';
import { EventWriter, type Unsent } from '../event-writer.ts';
import type { AnswerForm } from '../parse-accept.ts';

/** What a reply needs. */
export interface StatelessReplyOptions {
  readonly response: ServerResponse;
  readonly form: AnswerForm;
  /** What may wait for a client that does not read. */
  readonly maxUnsentBytes: number;
  /** Told once, when the response is over for whatever reason. */
  onClose(): void;
}

const ENDED = -32000;

/** Errors that have a status of their own. */
const STATUS: ReadonlyMap<string, number> = new Map([
  ['-32020', 400],
  ['-32021', 400],
  ['-32022', 400],
]);

/** The response to one stateless request: JSON where the answer comes first, else a stream that ends with it. */
export class StatelessReply {
  readonly #options: StatelessReplyOptions;
  readonly #unsent: Unsent = { bytes: 0 };
  #writer: EventWriter | undefined;
  #isAnswered = false;

  constructor(options: StatelessReplyOptions) {
    this.#options = options;
    options.response.once('close', () => options.onClose());
  }

  get isClosed(): boolean {
    return this.#options.response.closed;
  }

  /** Sends what comes before the answer; clients that take no stream do without. */
  write(frame: Frame): void {
    if (this.#options.form === 'json') return;
    this.#stream().write(encodeEvent(frame.bytes));
    // A single message may be larger than all that may wait, so it is what waited before it that counts.
    if (this.#unsent.bytes - frame.bytes.length > this.#options.maxUnsentBytes) this.#stream().cutOff();
  }

  /** Sends the answer, and ends the response. */
  answer(frame: Frame): void {
    const { response } = this.#options;
    if (this.#isAnswered || response.closed) return;
    this.#isAnswered = true;
    if (this.#writer !== undefined) {
      this.#writer.write(encodeEvent(frame.bytes));
      this.#writer.end();
      return;
    }
    response.writeHead(statusOf(frame), { 'content-type': 'application/json' }).end(frame.bytes);
  }

  /** No answer will come, unless it came before. */
  abandon(id: RequestId): void {
    this.answer(createErrorResponse(id, { code: ENDED, message: 'Toolyard ended before the answer came. Try again.' }));
  }

  /** Shows that the connection lives. */
  keepAlive(): void {
    if (this.#options.form === 'events') this.#stream().keepAlive();
  }

  #stream(): EventWriter {
    const { response } = this.#options;
    this.#writer ??= new EventWriter(response, { unsent: this.#unsent, start: '', onClose: () => undefined });
    return this.#writer;
  }
}

function statusOf(answer: Frame): number {
  const error = answer.span('error');
  const code = error && scanObject(answer.bytes, error.start)?.members.get('code');
  return (code && STATUS.get(decodeSpan(answer.bytes, code))) ?? 200;
}
