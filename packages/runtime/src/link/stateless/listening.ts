import {
  createNotification,
  createRequest,
  ENVELOPE,
  TASKS_EXTENSION,
  type Clock,
  type Frame,
  type JsonRpcError,
  type RequestId,
} from '@toolyard/core';
import type { ChangingList } from './discovery.ts';
import { grantedTopics, namesOf, toTopicFilter } from './topic.ts';
import type { Wire } from './wire.ts';

export interface ListeningOptions {
  readonly wire: Wire;
  readonly clock: Clock;
  /** Adds what every request says. */
  envelop(request: Frame): Frame;
  /** Something that people may want to know. */
  onOddity(text: string): void;
}

/** One stream of `subscriptions/listen`. */
interface Stream {
  readonly id: string;
  readonly lists: readonly ChangingList[];
  readonly topics: ReadonlySet<string>;
  acknowledgedAt?: number;
}

type Settle = (error?: JsonRpcError) => void;

/** How long a server may take to say what it will tell of. */
const ACKNOWLEDGE_MS = 10_000;

/** A stream that stayed open this long was a good one. */
const STEADY_MS = 10_000;
const RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const CONNECTION_LOST = -32000;

/** Keeps one stream open of all that is wanted of a stateless server, and opens another where that changes or breaks off. */
export class Listening {
  readonly #options: ListeningOptions;
  readonly #topics = new Set<string>();
  readonly #waiting = new Map<string, Settle[]>();
  #lists: readonly ChangingList[] = [];
  /** The stream that the server acknowledged. */
  #live: Stream | undefined;
  /** The stream that is to take its place. */
  #opening: Stream | undefined;
  #stopTimer: (() => void) | undefined;
  #failures = 0;
  /** The next stream comes after a gap, in which something may have been missed. */
  #hasGap = false;
  #isDue = false;
  #isOver = false;
  #count = 0;

  constructor(options: ListeningOptions) {
    this.#options = options;
  }

  /** Listens for changes of these lists from now on. */
  begin(lists: readonly ChangingList[]): void {
    this.#lists = lists;
    this.#review();
  }

  /** Listens for changes of a resource or a task too; `settle` is called when the server agreed, or with the reason why not. */
  subscribe(topic: string, settle: Settle): void {
    this.#topics.add(topic);
    this.#waiting.set(topic, [...(this.#waiting.get(topic) ?? []), settle]);
    this.#review();
  }

  unsubscribe(topic: string): void {
    this.#topics.delete(topic);
    this.#settle(topic);
    this.#review();
  }

  /** Whether a notification with this id comes on the stream that counts now. */
  hears(subscription: unknown): boolean {
    if (this.#live === undefined || subscription !== this.#live.id) return false;
    this.#failures = 0;
    return true;
  }

  /** The server says what it will tell of on a stream. */
  acknowledge(subscription: unknown, granted: unknown): void {
    const opening = this.#opening;
    // One that names no stream can only mean the one that is being opened.
    if (opening === undefined || (subscription ?? opening.id) !== opening.id) return;
    const before = this.#live;
    const given = new Set(grantedTopics(granted));
    const topics = new Set([...opening.topics].filter((topic) => given.has(topic)));
    this.#opening = undefined;
    this.#stop();
    this.#live = { ...opening, topics, acknowledgedAt: this.#options.clock.now() };
    if (before !== undefined) this.#options.wire.cancel(before.id, 'replaced by another stream');
    for (const topic of opening.topics) this.#settle(topic, topics.has(topic) ? undefined : toRefusal(topic));
    if (this.#hasGap) this.#tellAll(this.#live);
    this.#hasGap = false;
    this.#review();
  }

  /** The server ended a stream by itself. */
  endBy(subscription: unknown): void {
    const stream = [this.#opening, this.#live].find((each) => each?.id === subscription);
    if (stream !== undefined) this.#fail(stream, 'the server ended it');
  }

  /** Nothing is wanted any more, since the link is over. */
  close(): void {
    this.#isOver = true;
    this.#stop();
  }

  /** Looks once at the end of the turn whether another stream is needed, however much has changed in it. */
  #review(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void Promise.resolve().then(() => {
      this.#isDue = false;
      if (!this.#isOver && this.#opening === undefined) this.#adapt();
    });
  }

  #adapt(): void {
    const isWanted = this.#lists.length > 0 || this.#topics.size > 0;
    const live = this.#live;
    if (live !== undefined && isSame(live.topics, this.#topics) && isWanted) {
      for (const topic of this.#topics) this.#settle(topic);
    } else if (isWanted) {
      this.#open();
    } else {
      this.#stop();
      this.#live = undefined;
      if (live !== undefined) this.#options.wire.cancel(live.id, 'no longer needed');
    }
  }

  #open(): void {
    const { wire, clock, envelop } = this.#options;
    this.#stop();
    this.#count += 1;
    const stream: Stream = { id: `listen/${this.#count}`, lists: this.#lists, topics: new Set(this.#topics) };
    this.#opening = stream;
    this.#stopTimer = clock.after(ACKNOWLEDGE_MS, () => {
      wire.cancel(stream.id, 'not acknowledged');
      this.#fail(stream, `the server did not acknowledge it within ${ACKNOWLEDGE_MS} ms`);
    });
    void wire.ask(envelop(createRequest(stream.id, 'subscriptions/listen', toParams(stream))), {
      answer: (answer) => {
        this.#fail(stream, answer.text('error') ?? 'the server ended it', toError(answer));
        return undefined;
      },
      lose: (end) => this.#fail(stream, `the server ${end.reason}`),
    });
  }

  #fail(stream: Stream, why: string, error?: JsonRpcError): void {
    const isOpening = stream.id === this.#opening?.id;
    if (this.#isOver || (!isOpening && stream.id !== this.#live?.id)) return;
    if (isOpening) this.#failOpening(stream, error ?? toLoss(why));
    else this.#failLive();
    if (this.#opening !== undefined) return;
    this.#options.onOddity(`the stream of its changes ended: ${why}`);
    if (error?.code === METHOD_NOT_FOUND) return;
    this.#failures += 1;
    const ms = Math.min(RETRY_MS * 2 ** (this.#failures - 1), MAX_RETRY_MS);
    this.#stopTimer = this.#options.clock.after(ms, () => this.#review());
  }

  #failOpening({ topics }: Stream, error: JsonRpcError): void {
    this.#opening = undefined;
    this.#stop();
    for (const topic of topics) if (this.#waiting.has(topic)) this.#settle(topic, error);
  }

  #failLive(): void {
    if (this.#options.clock.now() - (this.#live?.acknowledgedAt ?? 0) >= STEADY_MS) this.#failures = 0;
    this.#live = undefined;
    this.#hasGap = true;
  }

  #stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #settle(topic: string, error?: JsonRpcError): void {
    if (error !== undefined) this.#topics.delete(topic);
    const waiting = this.#waiting.get(topic) ?? [];
    this.#waiting.delete(topic);
    for (const settle of waiting) settle(error);
  }

  /** What changed while nobody listened is not known, so everything may have. */
  #tellAll({ lists, topics }: Stream): void {
    const { wire } = this.#options;
    for (const list of lists) void wire.deliver(createNotification(`notifications/${list}/list_changed`));
    for (const uri of namesOf('uri', topics)) {
      void wire.deliver(createNotification('notifications/resources/updated', { uri }));
    }
  }
}

/** Servers tell of tasks only to those that say that they know them. */
function toParams(stream: Stream): object {
  const notifications = toFilter(stream);
  if (namesOf('taskId', stream.topics).length === 0) return { notifications };
  const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  return { notifications, _meta: { [ENVELOPE.capabilities]: capabilities } };
}

function toFilter({ lists, topics }: Stream): object {
  const wanted = lists.map((list) => [`${list}ListChanged`, true] as const);
  return { ...Object.fromEntries(wanted), ...toTopicFilter(topics) };
}

function toLoss(why: string): JsonRpcError {
  return { code: CONNECTION_LOST, message: `The server sends no change notifications at the moment: ${why}` };
}

function toRefusal(topic: string): JsonRpcError {
  return {
    code: INVALID_PARAMS,
    message: `The server sends no change notifications for ${topic.slice(topic.indexOf(' ') + 1)}`,
  };
}

function toError(answer: Frame): JsonRpcError | undefined {
  const error = answer.value('error');
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined;
  const { code, message } = error;
  return typeof code === 'number' && typeof message === 'string' ? { ...error, code, message } : undefined;
}

function isSame(left: ReadonlySet<RequestId>, right: ReadonlySet<RequestId>): boolean {
  return left.size === right.size && [...left].every((each) => right.has(each));
}
