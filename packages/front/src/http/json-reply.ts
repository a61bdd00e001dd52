import type { ServerResponse } from 'node:http';
import type { Frame } from '@toolyard/core';
import type { Unsent } from './event-writer.ts';
import { refuse } from './refusal.ts';
import type { Reply } from './reply.ts';

/** What a reply is part of. */
export interface JsonReplyOptions {
  readonly isBatch: boolean;
  readonly unsent: Unsent;
  /** Told when the response is over. */
  onDetach(): void;
}

/** Gathers the answers to one POST, for clients that take no stream. */
export class JsonReply implements Reply {
  readonly takesMessages = false;
  readonly #response: ServerResponse;
  readonly #options: JsonReplyOptions;
  readonly #answers: Frame[] = [];
  #ownUnsent = 0;

  constructor(response: ServerResponse, options: JsonReplyOptions) {
    this.#response = response;
    this.#options = options;
    response.once('close', () => {
      options.unsent.bytes -= this.#ownUnsent;
      options.onDetach();
    });
  }

  get isAttached(): boolean {
    return !this.#response.closed;
  }

  write(frame: Frame): void {
    this.#answers.push(frame);
  }

  finish(): void {
    const parts = this.#answers.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [Buffer.from(','), bytes]));
    const body = Buffer.concat(this.#options.isBatch ? [Buffer.from('['), ...parts, Buffer.from(']')] : parts);
    if (this.#response.closed) return;
    this.#ownUnsent = body.length;
    this.#options.unsent.bytes += body.length;
    // A request that was cancelled has no answer.
    if (this.#answers.length === 0) this.#response.writeHead(202).end();
    else this.#response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }

  abandon(): void {
    const message = 'The session ended before the answer came. Send "initialize" to start another.';
    if (!this.#response.closed) refuse(this.#response, { status: 404, message });
  }
}
