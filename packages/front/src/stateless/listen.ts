import {
  createNotification,
  createRequest,
  createResponse,
  editParams,
  TASK_METHODS,
  toIdText,
  type Frame,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { createHandshake } from './discover.ts';
import { refuseQuestion } from './refuse-question.ts';
import type { StatelessServing } from './stateless-link.ts';
import type { StatelessRequest } from './stateless-request.ts';
import { matchesFilter, listsOf, wantedLists, type SubscriptionFilter } from './subscription-filter.ts';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Serves `subscriptions/listen`: a stream of what the client wants to hear of, until one of both ends it. */
export function listen(request: StatelessRequest, filter: SubscriptionFilter): undefined {
  const { link, reply } = request;
  const listener = new Listener(request, filter);
  reply.onGone(() => link.leave());
  link.serve(listener);
  listener.begin();
}

/** One resource or task that a client wants to hear of. */
type Topic = { readonly uri: string } | { readonly taskId: string };

/** Asks in the way of the handshake era for what one stream is about, and passes it on. */
class Listener implements StatelessServing {
  readonly #request: StatelessRequest;
  readonly #filter: SubscriptionFilter;
  /** What was asked for before the stream begins, and is not answered yet; with what subscriptions are about. */
  readonly #asked = new Map<RequestId, Topic | undefined>();
  readonly #refused: Topic[] = [];
  /** What came before the stream had begun. */
  #early: Frame[] | undefined = [];
  #lastId = 0;

  constructor(request: StatelessRequest, filter: SubscriptionFilter) {
    this.#request = request;
    this.#filter = filter;
  }

  begin(): void {
    const { resourceSubscriptions = [], taskIds = [] } = this.#filter;
    const frames = [
      // Where the gateway is replaced, those who have shaken hands are told that all lists are others.
      createHandshake(this.#nextId(), this.#request),
      ...wantedLists(this.#filter).map((method) => createRequest(this.#nextId(), method)),
    ];
    for (const { id } of frames) if (id !== undefined) this.#asked.set(id, undefined);
    const topics: readonly Topic[] = [
      ...resourceSubscriptions.map((uri) => ({ uri })),
      ...taskIds.map((taskId) => ({ taskId })),
    ];
    for (const topic of topics) {
      const id = this.#nextId();
      this.#asked.set(id, topic);
      frames.push(createRequest(id, 'uri' in topic ? 'resources/subscribe' : TASK_METHODS.watch, topic));
    }
    for (const frame of frames) this.#request.link.push(frame);
  }

  take(frame: Frame): Pressure {
    if (frame.isResponse) return this.#settle(frame);
    if (frame.isRequest) return refuseQuestion(this.#request.link, frame, 'A client that listens cannot be asked.');
    return matchesFilter(this.#filter, frame) ? this.#pass(frame) : undefined;
  }

  keepAlive(): void {
    if (this.#early === undefined) this.#request.reply.keepAlive();
  }

  end(): void {
    const { id, reply } = this.#request;
    void reply.answer(createResponse(id, `{"resultType":"complete","_meta":{"${SUBSCRIPTION_ID}":${toIdText(id)}}}`));
  }

  #settle(answer: Frame): undefined {
    const { id } = answer;
    if (id === undefined || !this.#asked.has(id)) return;
    const topic = this.#asked.get(id);
    this.#asked.delete(id);
    if (topic !== undefined && answer.span('error') !== undefined) this.#refused.push(topic);
    if (this.#asked.size === 0) this.#start();
  }

  #pass(frame: Frame): Pressure {
    let pressure: Pressure;
    if (this.#early === undefined) pressure = this.#send(frame);
    else this.#early.push(frame);
    // Another gateway tells of changes only of what it was asked for.
    for (const method of listsOf(frame.method ?? '')) {
      this.#request.link.push(createRequest(this.#nextId(), method));
    }
    return pressure;
  }

  #start(): void {
    const { resourceSubscriptions = [], taskIds = [], ...lists } = this.#filter;
    const uris = this.#granted('uri', resourceSubscriptions);
    const tasks = this.#granted('taskId', taskIds);
    const notifications = {
      ...lists,
      ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
      ...(tasks.length > 0 ? { taskIds: tasks } : {}),
    };
    const early = this.#early ?? [];
    this.#early = undefined;
    void this.#send(createNotification('notifications/subscriptions/acknowledged', { notifications }));
    for (const frame of early) void this.#send(frame);
  }

  #granted(kind: 'uri' | 'taskId', names: readonly string[]): readonly string[] {
    const refused: readonly Readonly<Record<string, string>>[] = this.#refused;
    return names.filter((name) => !refused.some((topic) => topic[kind] === name));
  }

  #send(frame: Frame): Pressure {
    const { id, reply } = this.#request;
    return reply.write(frame.edited(editParams(frame, { meta: { [SUBSCRIPTION_ID]: toIdText(id) } })));
  }

  #nextId(): RequestId {
    this.#lastId += 1;
    return this.#lastId;
  }
}
