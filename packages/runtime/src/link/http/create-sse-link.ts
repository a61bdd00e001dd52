import {
  createErrorResponse,
  parseFrames,
  ToolyardError,
  type Frame,
  type HttpReply,
  type Link,
  type LinkEnd,
  type Pressure,
} from '@toolyard/core';
import { toLowerCase } from './create-http-channel.ts';
import type { HttpLinkOptions } from './create-http-link.ts';
import { createSameOriginRequester } from './create-same-origin-requester.ts';
import type { ServerEvent } from './create-event-parser.ts';
import { explainRefusal } from './explain-refusal.ts';
import { isEventStream, isOk, readEvents, readShortBody } from './read-reply.ts';

const CONNECTION_LOST = -32000;

/**
 * A link over the old HTTP+SSE transport (revision 2024-11-05): one stream that everything comes on, and an address
 * that everything is posted to. The end of the stream is the end of the link.
 */
export function createSseLink(options: HttpLinkOptions): Link {
  const link = new SseLink(options);
  return {
    closed: link.closed,
    async close() {
      link.end({ expected: true, reason: 'was closed' });
      await link.closed;
    },
    receive: (receiver) => link.receive(receiver),
    send: (frame) => link.send(frame),
  };
}

class SseLink {
  readonly closed: Promise<LinkEnd>;
  readonly #options: HttpLinkOptions;
  readonly #host: string;
  readonly #ending = new AbortController();
  #finish: (end: LinkEnd) => void = () => undefined;
  #receiver: (frame: Frame) => Pressure = () => undefined;
  #foundAddress: (address: string) => void = () => undefined;
  readonly #address: Promise<string>;
  /** Other messages wait until the server knows that the handshake is over. */
  #ready: Promise<unknown>;
  #isHeard = false;

  constructor(options: HttpLinkOptions) {
    this.#options = { ...options, headers: toLowerCase(options.headers) };
    this.#host = new URL(options.url).host;
    this.closed = new Promise((resolve) => (this.#finish = resolve));
    this.#address = new Promise((resolve) => (this.#foundAddress = resolve));
    this.#ready = this.#address;
    void this.#listen();
  }

  receive(receiver: (frame: Frame) => Pressure): void {
    this.#receiver = receiver;
  }

  send(frame: Frame): Pressure {
    const sent = this.#ready.then(() => this.#post(frame));
    if (frame.method === 'notifications/initialized') this.#ready = sent;
    return undefined;
  }

  end(end: LinkEnd): void {
    this.#ending.abort();
    this.#finish(end);
  }

  async #listen(): Promise<void> {
    const { headers } = this.#options;
    try {
      const reply = await this.#request('GET', this.#options.url, { ...headers, accept: 'text/event-stream' });
      if (!isEventStream(reply)) throw await this.#explain(reply);
      const read = await readEvents(reply, async (event) => this.#take(event));
      const what = read === 'overlong' ? 'sent a message that is too long' : 'closed its event stream';
      throw new ToolyardError('connection-lost', `${what} (${this.#host})`);
    } catch (error) {
      this.#give(error);
    }
  }

  async #take({ type, data }: ServerEvent): Promise<void> {
    if (type === 'endpoint') this.#foundAddress(this.#toAddress(new TextDecoder().decode(data).trim()));
    for (const frame of type === 'message' ? parseFrames(data) : []) {
      this.#isHeard = true;
      await this.#receiver(frame);
    }
  }

  #toAddress(text: string): string {
    const { url } = this.#options;
    const isHere = URL.canParse(text, url) && new URL(text, url).origin === new URL(url).origin;
    if (isHere) return new URL(text, url).href;
    throw new ToolyardError('protocol-error', `wants its messages sent to another origin than its own (${this.#host})`);
  }

  async #post(frame: Frame): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const headers = { ...this.#options.headers, 'content-type': 'application/json' };
    try {
      const reply = await this.#request('POST', await this.#address, headers, frame.bytes);
      if (!isOk(reply)) throw await this.#explain(reply);
      await readShortBody(reply, this.#options.clock);
    } catch (error) {
      if (this.#isOver(error, frame)) this.#give(error);
      else if (ToolyardError.is(error)) this.#refuse(frame, error);
    }
  }

  #isOver(error: unknown, { method }: Frame): boolean {
    const isFatal = !ToolyardError.is(error) || ['login-required', 'server-unavailable'].includes(error.code);
    return isFatal || method === 'initialize';
  }

  #refuse(frame: Frame, { message }: ToolyardError): void {
    if (this.#ending.signal.aborted) return;
    if (frame.isRequest && frame.id !== undefined) {
      const error = { code: CONNECTION_LOST, message: `The server ${message}` };
      void this.#receiver(createErrorResponse(frame.id, error));
    } else {
      this.#options.log.write('warning', `it did not take a message: it ${message}`, this.#options.server);
    }
  }

  #request(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: Uint8Array,
  ): Promise<HttpReply> {
    const { signal } = this.#ending;
    const requester = createSameOriginRequester(this.#options.requester);
    return requester.request({ method, url, headers, signal, ...(body === undefined ? {} : { body }) });
  }

  async #explain(reply: HttpReply): Promise<ToolyardError> {
    const body = await readShortBody(reply, this.#options.clock);
    if (!isOk(reply)) return explainRefusal({ reply, body, host: this.#host, headers: this.#options.headers });
    return new ToolyardError(
      'protocol-error',
      `offers no event stream at this address (${this.#host}). Check its "url"`,
    );
  }

  #give(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    if (!ToolyardError.is(error)) throw error;
    const code = toEndCode(error, this.#isHeard);
    this.end({ expected: false, reason: error.message, ...(code === undefined ? {} : { code }) });
  }
}

function toEndCode(error: ToolyardError, isHeard: boolean): LinkEnd['code'] {
  if (error.code === 'login-required' || error.code === 'server-misconfigured') return error.code;
  return isHeard ? undefined : 'server-start-failed';
}
