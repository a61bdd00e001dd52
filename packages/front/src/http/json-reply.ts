import type { ServerResponse } from 'node:http';
import type { Frame } from '@toolyard/core';
import type { Reply } from './reply.ts';

/** Gathers the answers to one POST, for clients that take no stream. */
export class JsonReply implements Reply {
  readonly takesMessages = false;
  readonly #response: ServerResponse;
  readonly #isBatch: boolean;
  readonly #answers: Frame[] = [];

  constructor(response: ServerResponse, isBatch: boolean, onDetach: () => void) {
    this.#response = response;
    this.#isBatch = isBatch;
    response.once('close', onDetach);
  }

  get isAttached(): boolean {
    return !this.#response.closed;
  }

  write(frame: Frame): void {
    this.#answers.push(frame);
  }

  finish(): void {
    const parts = this.#answers.flatMap(({ bytes }, index) => (index === 0 ? [bytes] : [Buffer.from(','), bytes]));
    const body = Buffer.concat(this.#isBatch ? [Buffer.from('['), ...parts, Buffer.from(']')] : parts);
    // A request that was cancelled has no answer.
    if (this.#answers.length === 0) this.#response.writeHead(202).end();
    else this.#response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }

  cutOff(): void {
    this.#response.destroy();
  }
}
