import {
  createErrorResponse,
  createNotification,
  parseFrame,
  ToolyardError,
  type Frame,
  type HttpReply,
  type Link,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { toLinkEndCode, type HttpLink, type HttpLinkEnd, type HttpLinkOptions } from './create-http-link.ts';
import { createParameterHeaders, type ParameterHeaders } from './create-parameter-headers.ts';
import { createPostQueue, limitPostTime } from './create-post-queue.ts';
import { createStatelessChannel, type StatelessChannel } from './create-stateless-channel.ts';
import { explainHttpRefusal } from './explain-http-refusal.ts';
import { limitWarnings } from './limit-warnings.ts';
import { readHttpAnswer } from './read-http-answer.ts';
import { isOk, readShortBody } from './read-reply.ts';
import { PendingReads } from './pending-reads.ts';
import { reportNoise } from './report-noise.ts';

const CANCELLED = 'notifications/cancelled';
const DISCOVER = 'server/discover';
const FAILED = -32000;
const HEADER_MISMATCH = '-32020';

/**
 * A link over Streamable HTTP as revision 2026-07-28 has it: no session, each request a POST of its own, and taking one
 * back means to read its reply no further. A server that cannot be reached ends the link.
 */
export function createStatelessHttpLink(options: HttpLinkOptions): HttpLink {
  const link = new StatelessHttpLink(options);
  return {
    closed: link.closed,
    close: () => link.close(),
    receive: (receiver, onLost) => link.receive(receiver, onLost),
    send: (frame) => link.send(frame),
  };
}

class StatelessHttpLink {
  readonly closed: Promise<HttpLinkEnd>;
  readonly #options: HttpLinkOptions;
  readonly #channel: StatelessChannel;
  readonly #parameters: ParameterHeaders;
  readonly #reads = new PendingReads();
  readonly #posts = createPostQueue();
  readonly #onNoise: () => void;
  readonly #warn: (text: string) => void;
  #finish: (end: HttpLinkEnd) => void = () => undefined;
  #isOpen = true;
  /** The server has answered in this revision. */
  #isProven = false;
  #receiver: (frame: Frame, relatedTo?: RequestId) => Pressure = () => undefined;
  #onLost: Parameters<Link['receive']>[1];

  constructor(options: HttpLinkOptions) {
    this.#options = options;
    this.#warn = limitWarnings(options);
    this.#parameters = createParameterHeaders((tool, why) => this.#warn(`its tool "${tool}" is left out: ${why}`));
    this.#channel = createStatelessChannel(options, { requester: options.requester, parameters: this.#parameters });
    this.#onNoise = reportNoise(options);
    this.closed = new Promise((resolve) => (this.#finish = resolve));
  }

  receive(...[receiver, onLost]: Parameters<Link['receive']>): void {
    this.#receiver = receiver;
    this.#onLost = onLost;
  }

  send(frame: Frame): Pressure {
    if (frame.method === CANCELLED) this.#reads.forget(frame.paramId('requestId'));
    if (!this.#isOpen || frame.method === CANCELLED || frame.isResponse) return undefined;
    if (!frame.isRequest) return this.#posts.add(() => this.#submit(frame));
    const refusal = this.#reads.refuse(frame);
    // An answer comes in a later turn, also this one.
    if (refusal !== undefined) void Promise.resolve().then(() => this.#receiver(refusal, frame.id));
    else void this.#submit(frame);
    return undefined;
  }

  async close(): Promise<void> {
    this.#end({ expected: true, reason: 'was closed' });
    await this.closed;
  }

  /** Sends one message and reads all that comes of it; never rejects. */
  async #submit(frame: Frame): Promise<void> {
    if (!this.#isOpen) return;
    const reading = this.#reads.begin(frame.isRequest ? frame.id : undefined);
    const onLate = (error: ToolyardError): void => this.#fail(frame, error, reading.signal);
    const late = { clock: this.#options.clock, host: this.#channel.host, reading, onLate };
    const stopClock = frame.isRequest ? undefined : limitPostTime(late);
    let status: number | undefined;
    try {
      const reply = await this.#channel.post(frame, reading.signal);
      ({ status } = reply);
      if (!isOk(reply)) await this.#takeRefusal(frame, reply, reading);
      else if (frame.isRequest) await this.#takeAnswer(frame, reply, reading);
      else if ((await readShortBody(reply, this.#options.clock)) === undefined) reading.abort();
    } catch (error) {
      if (!ToolyardError.is(error) && !reading.signal.aborted) throw error;
      if (ToolyardError.is(error)) this.#fail(frame, error, reading.signal, status);
      reading.abort();
    } finally {
      stopClock?.();
      this.#reads.end(reading);
    }
  }

  #takeAnswer(request: Frame, reply: HttpReply, reading: AbortController): Promise<void> {
    const { clock } = this.#options;
    const { host } = this.#channel;
    const onFrame = (frame: Frame): Pressure => {
      this.#isProven = true;
      const isList = request.method === 'tools/list' && frame.isResponse && frame.id === request.id;
      return this.#receiver(isList ? this.#parameters.learn(request, frame) : frame, request.id);
    };
    return readHttpAnswer(request, reply, { clock, channel: { host }, reading, onFrame, onNoise: this.#onNoise });
  }

  async #takeRefusal(frame: Frame, reply: HttpReply, reading: AbortController): Promise<void> {
    const body = await readShortBody(reply, this.#options.clock);
    const answer = reply.status === 401 || frame.id === undefined ? undefined : toAnswer(frame.id, body);
    if (answer === undefined) {
      const { host } = this.#channel;
      const error = explainHttpRefusal({ reply, body, host, headers: this.#options.headers });
      this.#fail(frame, error, reading.signal, reply.status);
    } else {
      this.#noteMismatch(frame, answer);
      await this.#receiver(answer, frame.id);
    }
    if (body === undefined) reading.abort();
  }

  /** A server that wants other headers has other tools than those that are known, so the list is read again. */
  #noteMismatch({ method }: Frame, answer: Frame): void {
    const isMismatch = answer.text('error')?.includes(HEADER_MISMATCH) === true;
    if (method === 'tools/call' && isMismatch) {
      void this.#receiver(createNotification('notifications/tools/list_changed'));
    }
  }

  #fail(frame: Frame, error: ToolyardError, signal: AbortSignal, status?: number): void {
    if (signal.aborted) return;
    const isFirst = frame.method === DISCOVER && !this.#isProven;
    const code = toLinkEndCode(error, isFirst);
    if (isFirst || code !== undefined || error.code === 'server-unavailable') {
      const given = { ...(code === undefined ? {} : { code }), ...(status === undefined ? {} : { status }) };
      this.#end({ expected: false, reason: error.message, ...given });
    } else if (frame.id === undefined) {
      this.#warn(`it did not accept "${frame.method}": it ${error.message}`);
    } else if (error.code === 'connection-lost' && this.#onLost !== undefined) {
      this.#onLost(frame.id, { expected: false, reason: error.message });
    } else {
      const message = `The server ${error.message}`;
      void this.#receiver(createErrorResponse(frame.id, { code: FAILED, message }), frame.id);
    }
  }

  #end(end: HttpLinkEnd): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#reads.abortAll();
    this.#finish(end);
  }
}

/** The error that a server gives with a status, which may come without the id of its request. */
function toAnswer(id: RequestId, body: Uint8Array | undefined): Frame | undefined {
  const frame = body && parseFrame(body);
  if (frame?.isResponse !== true || (frame.id !== undefined && frame.id !== id)) return undefined;
  if (frame.id === id) return frame;
  const error = frame.value('error');
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined;
  const { code, message } = error;
  return typeof code === 'number' && typeof message === 'string'
    ? createErrorResponse(id, { ...error, code, message })
    : undefined;
}
