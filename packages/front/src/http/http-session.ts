import type { ServerResponse } from 'node:http';
import {
  createErrorResponse,
  progressTokenOf,
  ShortTermMap,
  type Frame,
  type Link,
  type LinkEnd,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { openAudit, type AuditHost, type OpenAudit } from '../session/open-audit.ts';
import { EventStore } from './event-store.ts';
import { EventStream } from './event-stream.ts';
import type { Unsent } from './event-writer.ts';
import type { HttpLimits } from './http-limits.ts';
import { Inbox } from '../session/inbox.ts';
import type { AnswerForm } from './parse-accept.ts';
import { PostReply, type PostReplyHost } from './post-reply.ts';
import type { ReplayBudget } from './replay-budget.ts';
import type { Reply } from './reply.ts';

/** What a session is part of. */
export interface HttpSessionHost extends AuditHost {
  readonly limits: HttpLimits;
  /** Shared by all sessions. */
  readonly replay: ReplayBudget;
  onEnd(): void;
}

/** The messages of one POST. */
export interface Post {
  readonly frames: readonly Frame[];
  readonly isBatch: boolean;
  readonly form: AnswerForm;
  /** Traces it. */
  readonly requestId: string;
}

/** A POST with requests that wait for their answers. */
interface OpenPost {
  readonly reply: Reply;
  missing: number;
}

interface OpenRequest {
  readonly post: OpenPost;
  readonly progressToken: RequestId | undefined;
  readonly audit: OpenAudit | undefined;
}

const METHOD_NOT_FOUND = -32601;

/** The first revision whose clients know events without data. */
const EMPTY_EVENTS_SINCE = '2025-11-25';

/** One client of the handshake era over Streamable HTTP, from its handshake to its end: a link whose channels are streams. */
export class HttpSession implements Link {
  readonly id: string;
  readonly closed: Promise<LinkEnd>;
  /** What was agreed in the handshake; empty before. */
  revision = '';
  readonly #host: HttpSessionHost;
  readonly #inbox = new Inbox();
  readonly #store: EventStore;
  readonly #unsent: Unsent = { bytes: 0 };
  readonly #replies = this.#createReplyHost();
  readonly #open = new ShortTermMap<RequestId, OpenRequest>();
  readonly #streams = new Map<number, EventStream>();
  readonly #unasked: EventStream;
  /** Those that are not over, by numbers. */
  readonly #responses = new ShortTermMap<number, ServerResponse>();
  #lastResponse = 0;
  /** The client has opened the stream of what nobody asked for, and may do so again. */
  #hasListened = false;
  /** The client came back with the session's id, so it has read it. */
  #isConfirmed = false;
  #handshake: RequestId | undefined;
  #client = '';
  #lastStream = 0;
  #activeAt: number;
  #finish: (end: LinkEnd) => void = () => undefined;
  #isOver = false;

  constructor(id: string, host: HttpSessionHost) {
    this.id = id;
    this.#host = host;
    this.#activeAt = host.clock.now();
    this.#store = new EventStore(host.limits, host.replay, (stream) => this.#forget(stream));
    this.closed = new Promise((resolve) => (this.#finish = resolve));
    this.#unasked = this.#openStream(0);
  }

  get hasUnaskedStream(): boolean {
    return this.#unasked.isAttached;
  }

  /** Whether a response or a request of it is open. */
  get isInUse(): boolean {
    return this.#responses.size > 0 || this.#open.size > 0;
  }

  /** How much of the time that it may be idle is over, from 0 to 1. */
  get idlePart(): number {
    const { clock, limits } = this.#host;
    const allowedMs = this.#isConfirmed
      ? limits.idleSessionMs
      : Math.min(limits.idleSessionMs, limits.unconfirmedSessionMs);
    return (clock.now() - this.#activeAt) / allowedMs;
  }

  /** Whether a request with this id waits for its answer. */
  isOpen(id: RequestId): boolean {
    return this.#open.has(id);
  }

  /** Resolves when the session takes more messages. */
  ready(): Promise<void> {
    return this.#inbox.emptied();
  }

  receive(receiver: (frame: Frame) => Pressure): void {
    this.#inbox.receive(receiver);
  }

  /** Never asks to wait: others share the servers, and must not wait for a client that does not read. */
  send(frame: Frame, relatedTo?: RequestId): undefined {
    if (this.#isOver) return;
    if (frame.isResponse) this.#answer(frame);
    else if (frame.isRequest && !this.#canAsk(relatedTo)) this.#refuse(frame);
    else this.#replyFor(frame, relatedTo).write(frame);
    // A single answer may be larger than all that may wait, so it is what waited before it that counts.
    if (this.#unsent.bytes - frame.bytes.length > this.#host.limits.maxUnsentBytes) this.#cutOff();
  }

  close(): Promise<void> {
    this.#end({ expected: true, reason: 'was closed' });
    return Promise.resolve();
  }

  /** Ends it for another one. */
  giveWay(): void {
    this.#end({ expected: false, reason: 'was idle while others needed room' });
  }

  /** Takes the messages of a POST; the response gets the answers, or just a receipt where no answer is due. */
  post({ frames, isBatch, form, requestId }: Post, response: ServerResponse): void {
    this.#track(response);
    const requests = frames.filter((frame) => frame.isRequest);
    if (requests.length > 0) {
      const reply = new PostReply(response, { isBatch, form }, this.#replies);
      this.#expect(requests, { reply, missing: requests.length }, requestId);
    }
    for (const frame of frames) this.#note(frame);
    this.#inbox.push(frames);
    if (requests.length === 0) response.writeHead(202).end();
  }

  /** Sends what nobody asked for to this response. */
  openUnasked(response: ServerResponse): void {
    this.#track(response);
    this.#isConfirmed = true;
    this.#hasListened = true;
    this.#unasked.attach(response);
    this.#unasked.start();
  }

  /** Goes on with a stream that broke off, after the event with that id; false where it is not known any more. */
  resume(eventId: string, response: ServerResponse): boolean {
    const [, stream, number] = /^(\d{1,15})-(\d{1,15})$/.exec(eventId) ?? [];
    const found = this.#streams.get(Number(stream));
    if (found === undefined) return false;
    this.#track(response);
    found.attach(response, Number(number));
    found.start();
    return true;
  }

  /** Writes to quiet streams, forgets old ones, and ends the session where it was idle for too long. */
  sweep(): void {
    const now = this.#host.clock.now();
    const { deliveredMs, storedMs } = this.#host.limits;
    for (const stream of this.#streams.values()) {
      stream.keepAlive();
      if ((stream.deliveredAt ?? now) < now - deliveredMs) this.#store.dropStream(stream.number);
      this.#forget(stream.number);
    }
    this.#store.dropBefore(now - storedMs);
    if (this.#responses.size > 0) this.#touch();
    if (this.idlePart >= 1) this.#end({ expected: false, reason: 'was idle for too long' });
  }

  #track(response: ServerResponse): void {
    this.#touch();
    // A client may hang up as soon as it has sent its message, and is not heard of again.
    if (response.closed) return;
    const number = ++this.#lastResponse;
    this.#responses.set(number, response);
    response.once('close', () => this.#responses.delete(number));
  }

  #touch(): void {
    this.#activeAt = this.#host.clock.now();
  }

  #openStream(number: number): EventStream {
    const { clock, limits } = this.#host;
    const stream = new EventStream(number, {
      store: this.#store,
      unsent: this.#unsent,
      retryMs: limits.retryMs,
      now: () => clock.now(),
      knowsEmptyEvents: () => this.revision >= EMPTY_EVENTS_SINCE,
      onDetach: () => this.#touch(),
    });
    this.#streams.set(number, stream);
    return stream;
  }

  #createReplyHost(): PostReplyHost {
    return {
      unsent: this.#unsent,
      openStream: (response) => {
        const stream = this.#openStream(++this.#lastStream);
        stream.attach(response);
        return stream;
      },
      onDetach: () => this.#touch(),
    };
  }

  #expect(requests: readonly Frame[], post: OpenPost, requestId: string): void {
    const caller = { session: this.id.slice(0, 8), client: this.#client, requestId };
    for (const request of requests) {
      const audit = openAudit(request, caller, this.#host);
      if (request.id !== undefined)
        this.#open.set(request.id, { post, progressToken: progressTokenOf(request), audit });
    }
  }

  #note(frame: Frame): void {
    this.#isConfirmed ||= frame.method !== 'initialize';
    if (frame.method === 'initialize') {
      this.#handshake = frame.id;
      this.#client = clientNameOf(frame);
    } else if (frame.method === 'notifications/cancelled') {
      const id = frame.paramId('requestId');
      const request = id === undefined ? undefined : this.#open.get(id);
      if (id === undefined || request === undefined) return;
      // Nobody answers a request that was cancelled.
      request.audit?.end('cancelled');
      this.#conclude(id, request);
    }
  }

  #answer(answer: Frame): void {
    const { id } = answer;
    const request = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || request === undefined) return;
    request.audit?.answer(answer);
    request.post.reply.write(answer);
    this.#conclude(id, request);
    if (id === this.#handshake) this.#agree(answer);
  }

  #conclude(id: RequestId, { post }: OpenRequest): void {
    this.#open.delete(id);
    post.missing -= 1;
    if (post.missing === 0) post.reply.finish();
  }

  #agree(answer: Frame): void {
    this.#handshake = undefined;
    const result = answer.value('result');
    if (typeof result === 'object' && result !== null && 'protocolVersion' in result) {
      this.revision = String(result.protocolVersion);
    } else this.#end({ expected: false, reason: 'was refused' });
  }

  /** Whether there is a way for a question: a client that takes no stream, and never opened one, would not get it. */
  #canAsk(relatedTo: RequestId | undefined): boolean {
    const related = relatedTo === undefined ? undefined : this.#open.get(relatedTo);
    return related === undefined || related.post.reply.takesMessages || this.#hasListened;
  }

  #refuse({ id = 0 }: Frame): void {
    const message = 'The client cannot be asked: it accepts no "text/event-stream" for its request.';
    const refusal = createErrorResponse(id, { code: METHOD_NOT_FOUND, message });
    // Whoever asked is still sending the question, and expects no answer before that is done.
    queueMicrotask(() => this.#inbox.push([refusal]));
  }

  #replyFor(frame: Frame, relatedTo: RequestId | undefined): Reply {
    const related = relatedTo === undefined ? this.#requestOf(frame) : this.#open.get(relatedTo);
    if (related?.post.reply.takesMessages === true) return related.post.reply;
    if (this.#unasked.isAttached || frame.method !== 'notifications/message') return this.#unasked;
    // A log is of use while it is written, and most likely it is about what the client waits for.
    const open = [...this.#open.values()].findLast(({ post }) => post.reply.takesMessages && post.reply.isAttached);
    return open?.post.reply ?? this.#unasked;
  }

  /** The request that a progress report belongs to, for gateways elsewhere, whose links have one channel. */
  #requestOf(frame: Frame): OpenRequest | undefined {
    if (frame.method !== 'notifications/progress') return undefined;
    const token = frame.paramId('progressToken');
    for (const request of this.#open.values()) if (request.progressToken === token) return request;
    return undefined;
  }

  /** Drops a stream that nobody can come back to. */
  #forget(number: number): void {
    const stream = this.#streams.get(number);
    if (stream === undefined || stream === this.#unasked || !stream.isFinished || stream.isAttached) return;
    if (!this.#store.has(number)) this.#streams.delete(number);
  }

  #cutOff(): void {
    for (const response of this.#responses.values()) response.destroy();
    this.#end({ expected: false, reason: 'does not read what is sent to it' });
  }

  #end(end: LinkEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { audit } of this.#open.values()) audit?.end('unanswered');
    for (const post of new Set([...this.#open.values()].map((request) => request.post))) post.reply.abandon();
    for (const stream of this.#streams.values()) stream.finish();
    this.#open.clear();
    this.#streams.clear();
    this.#store.clear();
    this.#inbox.close();
    this.#host.onEnd();
    this.#finish(end);
  }
}

function clientNameOf(initialize: Frame): string {
  const info = initialize.param('clientInfo');
  const name = typeof info === 'object' && info !== null && 'name' in info ? info.name : '';
  return typeof name === 'string' ? name.slice(0, 100) : '';
}
