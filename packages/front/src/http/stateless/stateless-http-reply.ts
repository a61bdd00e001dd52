import type { ServerResponse } from 'node:http';
import { decodeSpan, scanObject, type Frame } from '@toolyard/core';
import type { StatelessReply } from '../../stateless/stateless-reply.ts';
import { encodeEvent } from '../encode-event.ts';
import { EventWriter, type Unsent } from '../event-writer.ts';
import type { AnswerForm } from '../parse-accept.ts';
import { sendJson } from '../send-json.ts';

export interface StatelessHttpReplyOptions {
  readonly response: ServerResponse;
  readonly form: AnswerForm;
  /** What may wait for a client that does not read. */
  readonly maxUnsentBytes: number;
}

/** Errors that have a status of their own. */
const STATUS: ReadonlyMap<string, number> = new Map([
  ['-32020', 400],
  ['-32021', 400],
  ['-32022', 400],
]);

/**
 * The response to one stateless request: JSON where the answer comes first, else a stream that ends with it.
 *
 * It never asks to wait: others share the servers, and must not wait for a client that does not read.
 */
export class StatelessHttpReply implements StatelessReply {
  readonly #options: StatelessHttpReplyOptions;
  readonly #unsent: Unsent = { bytes: 0 };
  #writer: EventWriter | undefined;
  #isAnswered = false;

  constructor(options: StatelessHttpReplyOptions) {
    this.#options = options;
  }

  onGone(listener: () => void): void {
    const { response } = this.#options;
    const tell = (): void => {
      if (!this.#isAnswered) listener();
    };
    // Whoever sets the listener is still beginning.
    if (response.closed) queueMicrotask(tell);
    else response.once('close', tell);
  }

  write(frame: Frame): undefined {
    if (this.#options.form === 'json') return;
    this.#stream().write(encodeEvent(frame));
    // A single message may be larger than all that may wait, so it is what waited before it that counts.
    if (this.#unsent.bytes - frame.bytes.length > this.#options.maxUnsentBytes) this.#stream().cutOff();
  }

  /** Ends the response, too. */
  answer(frame: Frame, isResult = false): undefined {
    const { response } = this.#options;
    if (this.#isAnswered || response.closed) return;
    this.#isAnswered = true;
    if (this.#writer !== undefined) {
      this.#writer.write(encodeEvent(frame));
      this.#writer.end();
      return;
    }
    sendJson(response, isResult ? 200 : statusOf(frame), frame.bytes);
  }

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
