import {
  createErrorResponse,
  createNotification,
  parseFrame,
  ToolyardError,
  withDeadline,
  type Clock,
  type Frame,
  type HttpReply,
  type HttpRequester,
  type Link,
  type LinkEnd,
  type Log,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { createHttpChannel, type Endpoint, type HttpChannel } from './create-http-channel.ts';
import { createPostQueue, limitPostTime } from './create-post-queue.ts';
import { explainHttpRefusal } from './explain-http-refusal.ts';
import { keepNoticeStream } from './keep-notice-stream.ts';
import { limitWarnings } from './limit-warnings.ts';
import { readHttpAnswer, type AnswerOptions } from './read-http-answer.ts';
import { isOk, readReplyBody, readShortBody } from './read-reply.ts';
import { PendingReads } from './pending-reads.ts';
import { reportNoise } from './report-noise.ts';
import { SessionStateReplay } from './session-state-replay.ts';

export interface HttpLinkOptions extends Endpoint {
  /** The server's key, for the log. */
  readonly server: string;
  readonly requester: HttpRequester;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a link to a URL ended. */
export interface HttpLinkEnd extends LinkEnd {
  /** The HTTP status that the handshake was refused with. */
  readonly status?: number;
}

/** A link to a URL. */
export interface HttpLink extends Link {
  readonly closed: Promise<HttpLinkEnd>;
}

const INITIALIZE = 'initialize';
const INITIALIZED = 'notifications/initialized';
const CANCELLED = 'notifications/cancelled';
const LIST_CHANGES = ['tools', 'prompts', 'resources'].map((kind) => `notifications/${kind}/list_changed`);

const CONNECTION_LOST = -32000;
const CLOSE_MS = 1000;

/**
 * A link over Streamable HTTP as the handshake era has it (revisions 2025-03-26 to 2025-11-25).
 *
 * Nothing is sent before there is something to send; a server that cannot be reached ends the link.
 */
export function createHttpLink(options: HttpLinkOptions): HttpLink {
  const link = new StreamableHttpLink(options);
  return {
    closed: link.closed,
    close: () => link.close(),
    receive: (receiver, onLost) => link.receive(receiver, onLost),
    send: (frame) => link.send(frame),
  };
}

/** What is known of a message that was sent: the answer can take as long as a person takes, and the message can be large. */
interface MessageHead extends Pick<Frame, 'id' | 'method' | 'isRequest'> {
  /** The request that it takes back. */
  readonly cancels: RequestId | undefined;
}

class StreamableHttpLink {
  readonly closed: Promise<HttpLinkEnd>;
  readonly #options: HttpLinkOptions;
  readonly #channel: HttpChannel;
  readonly #reads = new PendingReads();
  readonly #stateReplay = new SessionStateReplay();
  readonly #posts = createPostQueue();
  readonly #onNoise: () => void;
  readonly #warn: (text: string) => void;
  #finish: (end: HttpLinkEnd) => void = () => undefined;
  #state: 'open' | 'closing' | 'closed' = 'open';
  #receiver: (frame: Frame, relatedTo?: RequestId) => Pressure = () => undefined;
  #onLost: Parameters<Link['receive']>[1];
  #initialize: Frame | undefined;
  #initialized: Frame | undefined;
  /** Other messages wait until the server knows that the handshake is over. */
  #ready: Promise<void> = Promise.resolve();
  #recovery: Promise<void> | undefined;
  #notices: AbortController | undefined;

  constructor(options: HttpLinkOptions) {
    this.#options = options;
    this.#channel = createHttpChannel(options, options.requester);
    this.#onNoise = reportNoise(options);
    this.#warn = limitWarnings(options);
    this.closed = new Promise((resolve) => (this.#finish = resolve));
  }

  receive(...[receiver, onLost]: Parameters<Link['receive']>): void {
    this.#receiver = receiver;
    this.#onLost = onLost;
  }

  send(frame: Frame): Pressure {
    if (this.#state !== 'open') return undefined;
    if (frame.method === INITIALIZED) {
      this.#initialized = frame;
      this.#ready = this.#submit(frame);
      void this.#ready.then(() => this.#openNotices());
    } else if (frame.method === INITIALIZE) {
      this.#initialize = frame;
      void this.#submit(frame);
    } else {
      this.#stateReplay.note(frame);
      const post = (): Promise<void> => this.#ready.then(() => this.#submit(frame));
      if (!frame.isRequest) return this.#posts.add(post);
      void post();
    }
    return undefined;
  }

  async close(): Promise<void> {
    if (this.#state === 'open') {
      this.#state = 'closing';
      this.#reads.abortAll();
      await this.#endSession();
      this.#end({ expected: true, reason: 'was closed' });
    }
    await this.closed;
  }

  /** Sends one message and reads all that comes of it, in limited time where nobody waits for an answer; never rejects. */
  #submit(frame: Frame, isLimited = !frame.isRequest): Promise<void> {
    if (this.#state !== 'open') return Promise.resolve();
    const refusal = this.#reads.refuse(frame);
    if (refusal !== undefined) return Promise.resolve(this.#receiver(refusal, frame.id));
    const reading = this.#reads.begin(frame.isRequest ? frame.id : undefined);
    const sent = toHead(frame);
    const stopClock = isLimited ? this.#limitTime(sent, reading) : undefined;
    return this.#takeReply(sent, this.#post(frame, reading.signal), reading).finally(stopClock);
  }

  async #takeReply(sent: MessageHead, posting: Promise<HttpReply>, reading: AbortController): Promise<void> {
    try {
      const reply = await posting;
      if (!isOk(reply)) await this.#takeRefusal(sent, reply, reading);
      else if (sent.isRequest) await this.#takeAnswer(sent, reply, reading);
      else if ((await readShortBody(reply, this.#options.clock)) === undefined) reading.abort();
    } catch (error) {
      if (!ToolyardError.is(error) && !reading.signal.aborted) throw error;
      if (ToolyardError.is(error)) this.#fail(sent, error, reading.signal);
      reading.abort();
    } finally {
      this.#reads.end(reading);
      if (sent.cancels !== undefined) this.#reads.forget(sent.cancels);
    }
  }

  #limitTime(sent: MessageHead, reading: AbortController): () => void {
    const onLate = (error: ToolyardError): void => this.#fail(sent, error, reading.signal);
    return limitPostTime({ clock: this.#options.clock, host: this.#channel.host, reading, onLate });
  }

  /** Posts a message; one that the server refused because the session is over is posted again in a new one. */
  async #post(frame: Frame, signal: AbortSignal): Promise<HttpReply> {
    const { session } = this.#channel;
    const reply = await this.#channel.post(frame, signal);
    if (frame.method === INITIALIZE && isOk(reply)) this.#channel.enter(reply);
    if (session === undefined || frame.method === INITIALIZE) return reply;
    const seen = await this.#readExpiry(reply);
    if (seen !== 'expired') return seen;
    if (this.#recovery !== undefined || session === this.#channel.session) await this.#recover();
    const again = await this.#channel.post(frame, signal);
    const result = await this.#readExpiry(again);
    if (result === 'expired')
      throw new ToolyardError('server-unavailable', 'forgets its sessions as soon as they begin');
    return result;
  }

  /**
   * Whether a reply says that the session is over. Many servers say so with a 400 and a sentence; either way the message
   * was not looked at.
   */
  async #readExpiry(reply: HttpReply): Promise<HttpReply | 'expired'> {
    if (reply.status !== 404 && reply.status !== 400) return reply;
    const body = await readShortBody(reply, this.#options.clock);
    const saysSo = /session/i.test(new TextDecoder().decode(body));
    if (reply.status === 404 ? saysSo || !isAnswer(body) : saysSo && !isAnswer(body)) return 'expired';
    return { ...reply, body: once(body) };
  }

  /** Makes one new handshake, however many requests want it. */
  #recover(): Promise<void> {
    if (this.#recovery === undefined) {
      this.#recovery = this.#repeatHandshake().finally(() => (this.#recovery = undefined));
      this.#ready = this.#recovery.catch(() => undefined);
    }
    return this.#recovery;
  }

  async #repeatHandshake(): Promise<void> {
    const [first, second] = [this.#initialize, this.#initialized];
    if (first === undefined || second === undefined) return;
    this.#notices?.abort();
    this.#channel.leave();
    const reading = this.#reads.begin();
    const stopClock = limitPostTime({ clock: this.#options.clock, host: this.#channel.host, reading });
    try {
      const reply = await this.#channel.post(first, reading.signal);
      if (!isOk(reply)) throw await this.#explain(reply);
      this.#channel.enter(reply);
      const onFrame = (frame: Frame): Pressure => (frame.id === first.id ? this.#greet(frame) : this.#receiver(frame));
      await readHttpAnswer(first, reply, this.#toAnswerOptions(reading, onFrame));
      const told = await this.#channel.post(second, reading.signal);
      if (!isOk(told)) throw await this.#explain(told);
      await readShortBody(told, this.#options.clock);
    } catch (thrown) {
      const { reason } = reading.signal;
      const error: unknown = ToolyardError.is(reason) ? reason : thrown;
      if (!ToolyardError.is(error) || error.code === 'login-required') throw error;
      throw new ToolyardError('server-unavailable', `ended its session and began no new one: it ${error.message}`);
    } finally {
      stopClock();
      this.#reads.end(reading);
    }
    this.#options.log.write('info', 'its session was over; a new one has begun', this.#options.server);
    this.#openNotices();
    for (const frame of this.#stateReplay.repeat()) void this.#posts.add(() => this.#submit(frame, true));
    // A server that lost its sessions was mostly started anew, and may offer something else now.
    for (const method of LIST_CHANGES) void this.#receiver(createNotification(method));
  }

  #takeAnswer(request: MessageHead, reply: HttpReply, reading: AbortController): Promise<void> {
    const onFrame = (frame: Frame): Pressure => {
      if (request.method === INITIALIZE && frame.id === request.id) this.#greet(frame);
      return this.#receiver(frame, request.id);
    };
    return readHttpAnswer(request, reply, this.#toAnswerOptions(reading, onFrame));
  }

  #toAnswerOptions(reading: AbortController, onFrame: (frame: Frame) => Pressure): AnswerOptions {
    return { clock: this.#options.clock, channel: this.#channel, reading, onFrame, onNoise: this.#onNoise };
  }

  async #takeRefusal(frame: MessageHead, reply: HttpReply, reading: AbortController): Promise<void> {
    const body = await readShortBody(reply, this.#options.clock);
    const answer = body && parseFrame(body);
    const isItsAnswer = answer?.isResponse === true && answer.id !== undefined && answer.id === frame.id;
    if (isItsAnswer && reply.status !== 401) await this.#receiver(answer, frame.id);
    else this.#fail(frame, this.#toError(reply, body), reading.signal, reply.status);
    if (body === undefined) reading.abort();
  }

  #fail(frame: MessageHead, error: ToolyardError, signal: AbortSignal, status?: number): void {
    if (signal.aborted) return;
    const code = toLinkEndCode(error, frame.method === INITIALIZE);
    const isOver = frame.method === INITIALIZE || code !== undefined || error.code === 'server-unavailable';
    if (isOver) {
      const given = { ...(code === undefined ? {} : { code }), ...(status === undefined ? {} : { status }) };
      this.#end({ expected: false, reason: error.message, ...given });
    } else if (frame.isRequest && frame.id !== undefined) {
      if (error.code === 'connection-lost' && this.#onLost !== undefined) {
        this.#onLost(frame.id, { expected: false, reason: error.message });
        return;
      }
      const message = `The server ${error.message}`;
      void this.#receiver(createErrorResponse(frame.id, { code: CONNECTION_LOST, message }), frame.id);
    } else {
      const what = frame.method === undefined ? 'an answer' : `"${frame.method}"`;
      this.#warn(`it did not accept ${what}: it ${error.message}`);
    }
  }

  #openNotices(): void {
    if (this.#state !== 'open') return;
    const notices = this.#reads.begin();
    this.#notices = notices;
    const ended = keepNoticeStream({
      channel: this.#channel,
      clock: this.#options.clock,
      signal: notices.signal,
      onNoise: this.#onNoise,
      onFrame: (frame) => {
        // Some servers answer here, and nothing more comes on the stream of the request then.
        if (frame.isResponse) this.#reads.forget(frame.id);
        return this.#receiver(frame);
      },
      onExpired: () => void this.#recover().catch((error: unknown) => this.#give(error)),
      onGone: (error) => this.#give(error),
    });
    void ended.finally(() => this.#reads.end(notices));
  }

  /** Ends the link because of an error. */
  #give(error: unknown): void {
    if (this.#state !== 'open') return;
    if (!ToolyardError.is(error)) throw error;
    const code = toLinkEndCode(error, false);
    this.#end({ expected: false, reason: error.message, ...(code === undefined ? {} : { code }) });
  }

  #greet(answer: Frame): undefined {
    this.#channel.greet(answer);
  }

  async #explain(reply: HttpReply): Promise<ToolyardError> {
    return this.#toError(reply, await readShortBody(reply, this.#options.clock));
  }

  #toError(reply: HttpReply, body: Uint8Array | undefined): ToolyardError {
    return explainHttpRefusal({ reply, body, host: this.#channel.host, headers: this.#options.headers });
  }

  async #endSession(): Promise<void> {
    if (this.#channel.session === undefined) return;
    const { clock } = this.#options;
    await withDeadline({ clock, ms: CLOSE_MS }, async (until) => {
      try {
        await readReplyBody(await this.#channel.end(until), 0);
      } catch (error) {
        // A server that has left, or does not end sessions, needs no farewell.
        if (!ToolyardError.is(error) && !until.aborted) throw error;
      }
    });
  }

  #end(end: HttpLinkEnd): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#reads.abortAll();
    this.#finish(end);
  }
}

/** What the end of a link is told by the error that ended it. */
export function toLinkEndCode(error: ToolyardError, isHandshake: boolean): LinkEnd['code'] {
  if (error.code === 'login-required' || error.code === 'server-misconfigured') return error.code;
  return isHandshake ? 'server-start-failed' : undefined;
}

function toHead(frame: Frame): MessageHead {
  const { id, method, isRequest } = frame;
  return { id, method, isRequest, cancels: method === CANCELLED ? frame.paramId('requestId') : undefined };
}

function isAnswer(body: Uint8Array | undefined): boolean {
  return body !== undefined && parseFrame(body)?.id !== undefined;
}

async function* once(body: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (body !== undefined) yield body;
}
