import type { ServerResponse } from 'node:http';
import type { Frame } from '@toolyard/core';
import type { EventStream } from './event-stream.ts';
import type { Unsent } from './event-writer.ts';
import type { AnswerForm } from './parse-accept.ts';
import { sendRefusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import { sendJson } from './send-json.ts';

/** What all replies of a session are part of. */
export interface PostReplyHost {
  readonly unsent: Unsent;
  /** Makes a response a stream of events. */
  openStream(response: ServerResponse): EventStream;
  /** Told whenever a response is over. */
  onDetach(): void;
}

/** What its client wants of a reply. */
export interface PostReplyOptions {
  readonly isBatch: boolean;
  readonly form: AnswerForm;
}

/** How long a silent response may stay undecided: nobody notices it, and most answers come sooner. */
const DECIDE_MS = 100;

/**
 * The response to one POST: JSON where the answers come first, which costs both sides less, else a stream of events.
 * Only a stream can be resumed, so a response that is silent for a moment becomes one, too.
 */
export class PostReply implements Reply {
  readonly #response: ServerResponse;
  readonly #options: PostReplyOptions;
  readonly #host: PostReplyHost;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #answers: Frame[] = [];
  #stream: EventStream | undefined;
  #ownUnsent = 0;

  constructor(response: ServerResponse, options: PostReplyOptions, host: PostReplyHost) {
    this.#response = response;
    this.#options = options;
    this.#host = host;
    if (this.takesMessages && this.isAttached) {
      this.#timer = setTimeout(() => this.#toStream()?.start(), DECIDE_MS);
    }
    response.once('close', () => {
      clearTimeout(this.#timer);
      host.unsent.bytes -= this.#ownUnsent;
      host.onDetach();
    });
  }

  get takesMessages(): boolean {
    return this.#options.form === 'events';
  }

  get isAttached(): boolean {
    return this.#stream?.isAttached ?? !this.#response.closed;
  }

  write(frame: Frame): void {
    if (this.#stream === undefined && !this.isAttached) return;
    const stream = frame.isResponse ? this.#stream : this.#toStream();
    if (stream === undefined) this.#answers.push(frame);
    else stream.write(frame);
  }

  finish(): void {
    clearTimeout(this.#timer);
    // A request that was cancelled has no answer.
    const stream = this.#answers.length === 0 ? this.#toStream() : this.#stream;
    if (stream === undefined) this.#finishAsJson();
    else stream.finish();
  }

  abandon(): void {
    clearTimeout(this.#timer);
    // The answers of a batch that did come are the client's.
    const stream = this.#answers.length === 0 ? this.#stream : this.#toStream();
    const message = 'The session ended before the answer came. Send "initialize" to start another.';
    if (stream !== undefined) stream.abandon();
    else if (this.isAttached) sendRefusal(this.#response, { status: 404, message });
  }

  /**
   * The stream that the response is from now on; nothing where it cannot become one. One that is over does not either:
   * its client has seen no event that it could come back with.
   */
  #toStream(): EventStream | undefined {
    clearTimeout(this.#timer);
    if (this.takesMessages && this.isAttached) this.#stream ??= this.#host.openStream(this.#response);
    for (const answer of this.#answers.splice(0)) this.#stream?.write(answer);
    return this.#stream;
  }

  #finishAsJson(): void {
    if (!this.isAttached) return;
    if (this.#answers.length === 0) {
      this.#response.writeHead(202).end();
      return;
    }
    const body = this.#toBody();
    this.#ownUnsent = body.length;
    this.#host.unsent.bytes += body.length;
    sendJson(this.#response, 200, body);
  }

  #toBody(): Uint8Array {
    const [first] = this.#answers;
    if (!this.#options.isBatch && first !== undefined) return first.bytes;
    const parts = this.#answers.flatMap(({ bytes }, index) => [Buffer.from(index === 0 ? '[' : ','), bytes]);
    return Buffer.concat([...parts, Buffer.from(']')]);
  }
}
