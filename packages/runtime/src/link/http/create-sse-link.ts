import {
  delay,
  createErrorResponse,
  parseFrames,
  ToolyardError,
  type Frame,
  type HttpReply,
  type HttpRequest,
  type Link,
  type LinkEnd,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { toLowerCase } from './create-http-channel.ts';
import type { HttpLinkOptions } from './create-http-link.ts';
import { createSameOriginRequester } from './create-same-origin-requester.ts';
import type { ServerEvent } from './create-event-parser.ts';
import { createPostQueue, limitPostTime } from './create-post-queue.ts';
import { explainHttpRefusal } from './explain-http-refusal.ts';
import { limitWarnings } from './limit-warnings.ts';
import { isEventStream, isOk, readEvents, readShortBody } from './read-reply.ts';
import { PendingReads } from './pending-reads.ts';

const CONNECTION_LOST = -32000;
const INITIALIZED = 'notifications/initialized';
const CANCELLED = 'notifications/cancelled';

/** How long a message may still be posted after its answer came, so that its connection can be used again. */
const LINGER_MS = 1000;

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
  readonly #reads = new PendingReads();
  readonly #posts = createPostQueue();
  readonly #warn: (text: string) => void;
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
    this.#warn = limitWarnings(options);
    this.closed = new Promise((resolve) => (this.#finish = resolve));
    this.#address = new Promise((resolve) => (this.#foundAddress = resolve));
    this.#ready = this.#address;
    void this.#listen();
  }

  receive(receiver: (frame: Frame) => Pressure): void {
    this.#receiver = receiver;
  }

  send(frame: Frame): Pressure {
    if (this.#ending.signal.aborted) return undefined;
    const post = (): Promise<void> => this.#ready.then(() => this.#post(frame));
    if (!frame.isRequest && frame.method !== INITIALIZED) return this.#posts.add(post);
    const sent = post();
    if (frame.method === INITIALIZED) this.#ready = sent;
    return undefined;
  }

  end(end: LinkEnd): void {
    this.#ending.abort();
    this.#reads.abortAll();
    this.#finish(end);
  }

  async #listen(): Promise<void> {
    const { headers, url } = this.#options;
    const { signal } = this.#ending;
    try {
      const reply = await this.#request({
        method: 'GET',
        url,
        headers: { ...headers, accept: 'text/event-stream' },
        signal,
      });
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
      if (frame.isResponse) this.#endPostOf(frame.id);
      await this.#receiver(frame);
    }
  }

  /** Some servers reply to the POST of a request only after they answered it on the stream, and some never do. */
  #endPostOf(id: RequestId | undefined): void {
    if (!this.#reads.has(id)) return;
    void delay(this.#options.clock, LINGER_MS, this.#ending.signal).then(() => this.#reads.forget(id));
  }

  #toAddress(text: string): string {
    const { url } = this.#options;
    const isHere = URL.canParse(text, url) && new URL(text, url).origin === new URL(url).origin;
    if (isHere) return new URL(text, url).href;
    const message = `asks for its messages at another origin than its own (${this.#host}). Check its "url"`;
    throw new ToolyardError('protocol-error', message);
  }

  async #post(frame: Frame): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const refusal = this.#reads.refuse(frame);
    if (refusal !== undefined) return this.#receiver(refusal);
    const { headers: given, clock } = this.#options;
    const headers = { ...given, 'content-type': 'application/json' };
    const reading = this.#reads.begin(frame.isRequest ? frame.id : undefined);
    const { signal } = reading;
    const onLate = (error: ToolyardError): void => this.#refuse(frame, error);
    const stopClock = frame.isRequest ? undefined : limitPostTime({ clock, host: this.#host, reading, onLate });
    try {
      const reply = await this.#request({
        method: 'POST',
        url: await this.#address,
        headers,
        body: frame.bytes,
        signal,
      });
      if (!isOk(reply)) throw await this.#explain(reply);
      if ((await readShortBody(reply, frame.isRequest ? undefined : clock)) === undefined) reading.abort();
    } catch (error) {
      if (signal.aborted) return;
      if (this.#isOver(error, frame)) this.#give(error);
      else if (ToolyardError.is(error)) this.#refuse(frame, error);
    } finally {
      stopClock?.();
      this.#reads.end(reading);
      if (frame.method === CANCELLED) this.#reads.forget(frame.paramId('requestId'));
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
      this.#warn(`it did not accept a message: it ${message}`);
    }
  }

  #request(request: HttpRequest): Promise<HttpReply> {
    return createSameOriginRequester(this.#options.requester).request(request);
  }

  async #explain(reply: HttpReply): Promise<ToolyardError> {
    const body = await readShortBody(reply, this.#options.clock);
    if (!isOk(reply)) return explainHttpRefusal({ reply, body, host: this.#host, headers: this.#options.headers });
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
