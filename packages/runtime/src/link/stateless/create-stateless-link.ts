import {
  createErrorResponse,
  createCancellation,
  createResponse,
  TASK_METHODS,
  type Clock,
  type Frame,
  type JsonRpcError,
  type Link,
  type LinkEnd,
  type Log,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { addEnvelope } from './add-envelope.ts';
import {
  createDiscovery,
  isRefusedByMistake,
  tellsChangesOf,
  toGreetingAnswer,
  type ChangingList,
} from './discovery.ts';
import { Listening } from './listening.ts';
import { RequestRounds } from './request-rounds.ts';
import { toTopic, type TopicKind } from './topic.ts';
import { readSubscription, withoutSubscription } from './subscription-id.ts';
import type { ResponseWaiter, Wire } from './wire.ts';

export interface StatelessLinkOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The server's key, for the log. */
  readonly server: string;
}

const INVALID_PARAMS = -32602;

/** The requests on which a server may ask for input. */
const MAY_ASK: readonly (string | undefined)[] = ['tools/call', 'prompts/get', 'resources/read'];

/**
 * A link to a server of the stateless revision on which the handshake era is spoken: `wire` moves what really goes out.
 *
 * Ids of requests must be numbers. They are the same on the wire, where requests that are made here have texts as ids.
 */
export function createStatelessLink(wire: Link, options: StatelessLinkOptions): Link {
  const link = new StatelessLink(wire, options);
  return {
    perRequestCapabilities: true,
    closed: wire.closed,
    close: () => wire.close(),
    send: (frame) => link.send(frame),
    receive: (receiver, onLost) => link.receive(receiver, onLost),
  };
}

class StatelessLink implements Wire {
  readonly #wire: Link;
  readonly #options: StatelessLinkOptions;
  readonly #listening: Listening;
  /** Who waits for an answer that is not simply handed on, by the id on the wire. */
  readonly #waiting = new Map<RequestId, ResponseWaiter>();
  /** Requests that are not on the wire and have no answer yet. */
  readonly #subscribing = new Set<RequestId>();
  readonly #rounds = new Map<RequestId, RequestRounds>();
  readonly #requests: ReadonlyMap<string, (request: Frame, id: RequestId) => Pressure>;
  #receiver: (frame: Frame, relatedTo?: RequestId) => Pressure = () => undefined;
  #onLost: ((request: RequestId, end: LinkEnd) => void) | undefined;
  #client: string | undefined;
  #logLevel: string | undefined;
  #lists: readonly ChangingList[] = [];
  readonly #openedAt: number;
  #questions = 0;
  #isAskedDirectly = false;

  constructor(wire: Link, options: StatelessLinkOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#openedAt = options.clock.now();
    this.#listening = new Listening({
      wire: this,
      clock: options.clock,
      envelop: (request) => this.#envelop(request),
      onOddity: (text) => options.log.write('debug', text, options.server),
    });
    this.#requests = new Map([
      ['initialize', (request, id) => this.#greet(request, id)],
      ['ping', (_request, id) => this.#ping(id)],
      ['logging/setLevel', (request, id) => this.#setLevel(request, id)],
      ['resources/subscribe', (request, id) => this.#subscribe(request, id)],
      ['resources/unsubscribe', (request, id) => this.#unsubscribe(request, id)],
      [TASK_METHODS.watch, (request, id) => this.#subscribe(request, id, 'taskId')],
      [TASK_METHODS.unwatch, (request, id) => this.#unsubscribe(request, id, 'taskId')],
    ]);
    void wire.closed.then(() => {
      this.#listening.close();
      this.#waiting.clear();
      this.#rounds.clear();
    });
  }

  receive(
    receiver: (frame: Frame, relatedTo?: RequestId) => Pressure,
    onLost?: (request: RequestId, end: LinkEnd) => void,
  ): void {
    this.#receiver = receiver;
    this.#onLost = onLost;
    this.#wire.receive(
      (frame, relatedTo) => this.#hear(frame, relatedTo),
      (id, end) => this.#loseOnWire(id, end),
    );
  }

  send(frame: Frame): Pressure {
    const { id, method } = frame;
    if (frame.isResponse) return this.#takeAnswer(frame);
    if (id === undefined) return this.#sendNotification(frame);
    const own = this.#requests.get(method ?? '');
    if (own !== undefined) return own(frame, id);
    const request = this.#envelop(frame);
    if (!MAY_ASK.includes(method)) return this.#wire.send(request);
    const rounds = new RequestRounds({
      wire: this,
      request,
      nextQuestion: () => this.#nextQuestion(),
      onEnd: () => void this.#rounds.delete(id),
    });
    this.#rounds.set(id, rounds);
    return rounds.begin();
  }

  ask(request: Frame, waiting: ResponseWaiter): Pressure {
    if (request.id !== undefined) this.#waiting.set(request.id, waiting);
    return this.#wire.send(request);
  }

  cancel(id: RequestId, reason: string | undefined): void {
    this.#waiting.delete(id);
    void this.#wire.send(createCancellation(id, reason));
  }

  deliver(frame: Frame, relatedTo?: RequestId): Pressure {
    return this.#receiver(frame, relatedTo);
  }

  lose(id: RequestId, end: LinkEnd): void {
    this.#onLost?.(id, end);
  }

  #envelop(request: Frame): Frame {
    return addEnvelope(request, { client: this.#client, logLevel: this.#logLevel });
  }

  #greet(request: Frame, id: RequestId): Pressure {
    const client = request.param('clientInfo');
    this.#client = client === undefined ? undefined : JSON.stringify(client);
    const discover = (wireId: string, onAnswer: (answer: Frame) => Pressure): Pressure =>
      this.#discover(wireId, id, onAnswer, request);
    const finish = (answer: Frame): Pressure => this.#finishGreeting(toGreetingAnswer(id, answer), id);
    return discover(`${id}/discover`, (answer) =>
      isRefusedByMistake(answer) ? discover(`${id}/discover-again`, finish) : finish(answer),
    );
  }

  #finishGreeting(greeting: Frame, id: RequestId): Pressure {
    if (greeting.span('result') !== undefined) this.#lists = tellsChangesOf(greeting);
    return this.deliver(greeting, id);
  }

  #ping(id: RequestId): Pressure {
    const toPong = (answer: Frame): Frame =>
      answer.span('error') === undefined ? createResponse(id, '{}') : answer.withId(id);
    return this.#discover(`${id}/ping`, id, (answer) => this.deliver(toPong(answer), id));
  }

  #discover(wireId: string, inside: RequestId, answer: (answer: Frame) => Pressure, handshake?: Frame): Pressure {
    const lose = (end: LinkEnd): void => this.lose(inside, end);
    return this.ask(this.#envelop(createDiscovery(wireId, handshake)), { inside, lose, answer });
  }

  #setLevel(request: Frame, id: RequestId): Pressure {
    const level = request.param('level');
    this.#logLevel = typeof level === 'string' ? JSON.stringify(level) : undefined;
    return this.#answer(id);
  }

  #subscribe(request: Frame, id: RequestId, member: TopicKind = 'uri'): Pressure {
    const name = request.param(member);
    if (typeof name !== 'string') {
      return this.#answer(id, { code: INVALID_PARAMS, message: `The "${member}" is missing` });
    }
    this.#subscribing.add(id);
    this.#listening.subscribe(toTopic(member, name), (error) => {
      if (this.#subscribing.delete(id)) void this.#answer(id, error);
    });
    return undefined;
  }

  #unsubscribe(request: Frame, id: RequestId, member: TopicKind = 'uri'): Pressure {
    const name = request.param(member);
    if (typeof name === 'string') this.#listening.unsubscribe(toTopic(member, name));
    return this.#answer(id);
  }

  /** In a later turn, as an answer of a server would come. */
  #answer(id: RequestId, error?: JsonRpcError): Pressure {
    const answer = error === undefined ? createResponse(id, '{}') : createErrorResponse(id, error);
    void Promise.resolve().then(() => this.deliver(answer, id));
    return undefined;
  }

  #takeAnswer(answer: Frame): undefined {
    for (const rounds of this.#rounds.values()) if (rounds.takeAnswer(answer)) return undefined;
    return undefined;
  }

  /** New for clients too, who may know questions of an earlier link. */
  #nextQuestion(): string {
    this.#questions += 1;
    return `question/${this.#openedAt.toString(36)}/${this.#questions}`;
  }

  /** What a stateless server has no use for stays here. */
  #sendNotification(notification: Frame): Pressure {
    switch (notification.method) {
      case 'notifications/initialized':
        this.#listening.begin(this.#lists);
        return undefined;
      case 'notifications/roots/list_changed':
      case 'notifications/progress':
        return undefined;
      case 'notifications/cancelled':
        return this.#sendCancelled(notification);
      default:
        return this.#wire.send(notification);
    }
  }

  #sendCancelled(notification: Frame): Pressure {
    const [id, given] = [notification.paramId('requestId'), notification.param('reason')];
    const reason = typeof given === 'string' ? given : undefined;
    if (id === undefined) return undefined;
    if (this.#subscribing.delete(id)) return undefined;
    const rounds = this.#rounds.get(id);
    if (rounds !== undefined) {
      rounds.cancel(reason);
      return undefined;
    }
    const [translated] = [...this.#waiting].find(([, { inside }]) => inside === id) ?? [id];
    this.cancel(translated, reason);
    return undefined;
  }

  #hear(frame: Frame, relatedTo: RequestId | undefined): Pressure {
    if (frame.isResponse) return this.#settle(frame);
    if (frame.isRequest) return this.#refuse(frame);
    const inside = this.#toInside(relatedTo);
    const subscription = readSubscription(frame);
    if (frame.method === 'notifications/subscriptions/acknowledged') {
      this.#listening.acknowledge(subscription ?? relatedTo, frame.param('notifications'));
      return undefined;
    }
    if (frame.method === 'notifications/cancelled') {
      this.#listening.endBy(frame.paramId('requestId'));
      return undefined;
    }
    if (subscription === undefined) return this.deliver(frame, inside);
    return this.#listening.hears(subscription) ? this.deliver(withoutSubscription(frame)) : undefined;
  }

  #settle(answer: Frame): Pressure {
    const { id } = answer;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined) return undefined;
    this.#waiting.delete(id);
    // Ids that are texts are made here: nobody waits for this one any more.
    if (waiting === undefined) return typeof id === 'number' ? this.deliver(answer, id) : undefined;
    return waiting.answer(answer);
  }

  #loseOnWire(id: RequestId, end: LinkEnd): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting !== undefined) waiting.lose(end);
    else if (typeof id === 'number') this.lose(id, end);
  }

  #toInside(relatedTo: RequestId | undefined): RequestId | undefined {
    if (relatedTo === undefined) return undefined;
    return this.#waiting.get(relatedTo)?.inside ?? (typeof relatedTo === 'number' ? relatedTo : undefined);
  }

  /** Servers of this revision send no requests, and may be sent no answers. */
  #refuse(request: Frame): undefined {
    if (this.#isAskedDirectly) return undefined;
    this.#isAskedDirectly = true;
    const text = `it sent the request "${request.method}", which this revision does not know; such ones are ignored`;
    this.#options.log.write('warning', text, this.#options.server);
    return undefined;
  }
}
