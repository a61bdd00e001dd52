import { randomUUID } from 'node:crypto';
import {
  createErrorResponse,
  guardReceiver,
  reportBug,
  toIdText,
  type Clock,
  type Frame,
  type JsonRpcError,
  type Link,
  type Log,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { STATELESS_ERROR_CODES } from './error-codes.ts';
import { checkRevision, isStateless } from './is-stateless.ts';
import { DEFAULT_PARK_LIMITS, type ParkLimits } from './parked-requests.ts';
import { StatelessRequests } from './stateless-requests.ts';
import type { StatelessReply } from './stateless-reply.ts';

/** What a client with one channel is served with. */
export interface SplitErasOptions {
  readonly client: Link;
  readonly clock: Clock;
  readonly log: Log;
  /** Serves the link of one stateless request; those of this client have a session name in common, which no other has. */
  accept(link: Link, options: { readonly session: string; readonly oneClient: true }): void;
  readonly limits?: Partial<ParkLimits>;
}

/**
 * Serves the stateless requests of a client that has one channel for all it says, each over a link of its own; gives
 * the link of the one session that everything else belongs to.
 */
export function splitEras({ client, clock, accept, limits, log }: SplitErasOptions): Link {
  const session = `stateless-${randomUUID()}`;
  const requests = new StatelessRequests({
    clock,
    limits: { ...DEFAULT_PARK_LIMITS, ...limits },
    accept: (link) => accept(link, { session, oneClient: true }),
    toToolId: () => undefined,
    audit: () => undefined,
  });
  const open = new Map<RequestId, ChannelReply>();
  let isHandshaking = false;
  void client.closed.then(() => requests.closeAll());

  function serve(id: RequestId, frame: Frame): Pressure {
    const refuse = (error: JsonRpcError): Pressure => client.send(createErrorResponse(id, error));
    if (open.has(id)) return refuse(toTaken(id));
    const unsupported = checkRevision(frame);
    if (unsupported !== undefined) return refuse(unsupported);
    const reply = new ChannelReply(client, () => open.delete(id));
    open.set(id, reply);
    const wrong = requests.serve({ id, frame, reply, requestId: '', credentials: '' });
    return wrong && reply.answer(createErrorResponse(id, wrong));
  }

  /** Whether a message belongs to the stateless requests. */
  function take(frame: Frame): { readonly pressure: Pressure } | undefined {
    const { id } = frame;
    if (frame.method === 'notifications/cancelled') {
      const cancelled = open.get(frame.paramId('requestId') ?? '');
      cancelled?.cancel();
      return cancelled && { pressure: undefined };
    }
    if (frame.isResponse || !isStateless(frame)) return undefined;
    return { pressure: id === undefined ? undefined : serve(id, frame) };
  }

  return {
    closed: client.closed,
    async close() {
      await requests.closeAll();
      await client.close();
    },
    // A client that never spoke the language of sessions must not hear it either.
    send: (frame, relatedTo) => (isHandshaking ? client.send(frame, relatedTo) : undefined),
    receive(receiver) {
      const split: typeof receiver = (frame, relatedTo) => {
        const taken = take(frame);
        if (taken !== undefined) return taken.pressure;
        // A cancellation that comes late, or an answer to nothing, opens no session.
        isHandshaking ||= frame.isRequest;
        return receiver(frame, relatedTo);
      };
      client.receive(guardReceiver(client, split, (error) => reportBug(log, error)));
    },
  };
}

function toTaken(id: RequestId): JsonRpcError {
  const message = `The id ${toIdText(id)} belongs to a request that is still open.`;
  return { code: STATELESS_ERROR_CODES.invalidRequest, message };
}

/** The answer to one stateless request of a client that has one channel for all. */
class ChannelReply implements StatelessReply {
  readonly #client: Link;
  readonly #onOver: () => void;
  #tellGone: () => void = () => undefined;
  #isOver = false;

  /** `onOver` is told once, before the answer is sent or when the request is cancelled. */
  constructor(client: Link, onOver: () => void) {
    this.#client = client;
    this.#onOver = onOver;
  }

  onGone(listener: () => void): void {
    this.#tellGone = listener;
  }

  write(frame: Frame): Pressure {
    return this.#isOver ? undefined : this.#client.send(frame);
  }

  answer(frame: Frame): Pressure {
    return this.#finish() ? this.#client.send(frame) : undefined;
  }

  keepAlive(): void {
    // Nobody between takes a pipe for dead.
  }

  /** The client wants no answer any more. */
  cancel(): void {
    if (this.#finish()) this.#tellGone();
  }

  #finish(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#onOver();
    return true;
  }
}
