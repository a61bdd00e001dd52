import { randomUUID } from 'node:crypto';
import {
  createErrorResponse,
  ShortTermMap,
  type JsonRpcError,
  type Link,
  TASKS_EXTENSION,
  type Frame,
} from '@toolyard/core';
import type { AuditHost } from '../session/open-audit.ts';
import { discover } from './discover.ts';
import { parseEnvelope, type Envelope } from './envelope.ts';
import { STATELESS_ERROR_CODES } from './error-codes.ts';
import { parseInputResponses, type InputResponses } from './input-responses.ts';
import { LISTEN } from './is-stateless.ts';
import { listen } from './listen.ts';
import { mayAsk, OpenRequest, type RequestHost } from './open-request.ts';
import { ParkedRequests, type ParkLimits } from './parked-requests.ts';
import { StatelessLink } from './stateless-link.ts';
import type { GivenRequest, EnvelopedRequest } from './stateless-request.ts';
import { parseSubscriptionFilter } from './subscription-filter.ts';

/** The methods about tasks that this revision has. */
const TASK_REQUESTS: readonly string[] = ['tasks/get', 'tasks/update', 'tasks/cancel'];

export interface StatelessOptions extends AuditHost {
  readonly limits: ParkLimits;
  /** Serves the link of one request. */
  accept(link: Link): void;
}

/** What is sent on as a request of the handshake era. */
const FORWARDED: readonly (string | undefined)[] = [
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  ...TASK_REQUESTS,
];

/** All requests without a session of one front, each with a link of its own. */
export class StatelessRequests {
  readonly #options: StatelessOptions;
  readonly #links = new ShortTermMap<string, StatelessLink>();
  readonly #parked: ParkedRequests<OpenRequest>;
  readonly #host: RequestHost;

  constructor(options: StatelessOptions) {
    this.#options = options;
    this.#parked = new ParkedRequests(options.clock, options.limits, (name) => this.#links.has(name));
    this.#host = { ...options, parked: this.#parked };
  }

  /** How many are being answered; those that wait for their clients are not. */
  get size(): number {
    return this.#links.size - this.#parked.size;
  }

  /** Answers a request now or later; gives back why not, where nothing was sent. */
  serve(given: GivenRequest): JsonRpcError | undefined {
    const { id, frame, reply, requestId, credentials } = given;
    const envelope = parseEnvelope(frame);
    if ('code' in envelope) return envelope;
    const request: EnvelopedRequest = { id, frame, reply, requestId, credentials, envelope };
    if (frame.method === 'server/discover') return discover({ ...request, link: this.#open() });
    if (frame.method === LISTEN) return this.#listen(request);
    if (FORWARDED.includes(frame.method)) return this.#forward(request);
    return { code: STATELESS_ERROR_CODES.methodNotFound, message: `Method not found: ${frame.method}` };
  }

  /** Shows clients that wait that the connection lives. */
  sweep(): void {
    for (const link of this.#links.values()) link.sweep();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#links.values()].map((link) => link.close()));
  }

  #listen(request: EnvelopedRequest): JsonRpcError | undefined {
    const filter = parseSubscriptionFilter(request.frame);
    const unknown = filter?.taskIds === undefined ? undefined : checkTasksKnown(request.envelope);
    if (unknown !== undefined) return unknown;
    if (filter !== undefined) return listen({ ...request, link: this.#open() }, filter);
    const message = '"params.notifications" must be an object that says what to listen for.';
    return { code: STATELESS_ERROR_CODES.invalidParams, message };
  }

  #forward(request: EnvelopedRequest): JsonRpcError | undefined {
    const { id, frame, reply } = request;
    const unknown = checkTasks(frame, request.envelope);
    if (unknown !== undefined) return unknown;
    if (!mayAsk(frame)) return this.#begin(request);
    const responses = parseInputResponses(frame);
    if ('code' in responses) return responses;
    if (frame.paramSpan('requestState') === undefined) return this.#begin(request, responses);
    const parked = this.#parked.find(frame.param('requestState'), request);
    if ('code' in parked) void reply.answer(createErrorResponse(id, parked));
    else parked.resume(request, responses);
    return undefined;
  }

  #begin(request: EnvelopedRequest, responses?: InputResponses): undefined {
    const open = new OpenRequest(request, { link: this.#open(), given: responses }, this.#host);
    open.begin(request);
  }

  #open(): StatelessLink {
    // Whoever knows the id can come back to the request.
    const id = randomUUID();
    const link = new StatelessLink(id, () => this.#links.delete(id));
    this.#links.set(id, link);
    this.#options.accept(link);
    return link;
  }
}

/** Refuses a request about tasks of a client that does not say that it knows them. */
function checkTasks({ method }: Frame, envelope: Envelope): JsonRpcError | undefined {
  return method !== undefined && TASK_REQUESTS.includes(method) ? checkTasksKnown(envelope) : undefined;
}

/** Refuses whatever is about tasks where the client does not say that it knows them. */
function checkTasksKnown({ capabilities }: Envelope): JsonRpcError | undefined {
  const extensions: Readonly<Record<string, unknown>> = { ...Object(capabilities['extensions']) };
  if (extensions[TASKS_EXTENSION] !== undefined) return undefined;
  return {
    code: STATELESS_ERROR_CODES.missingCapability,
    message: `The client must support tasks for this ("extensions" with "${TASKS_EXTENSION}" in its capabilities).`,
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  };
}
