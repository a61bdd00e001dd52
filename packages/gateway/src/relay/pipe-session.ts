import {
  createErrorResponse,
  createNotification,
  type Frame,
  type Link,
  type LinkEnd,
  type Log,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { answersReplay, createIntroduction } from './create-introduction.ts';
import { dropUserId } from './drop-user-id.ts';
import { LIST_CHANGED } from './session.ts';
import { ERROR_CODES } from './to-json-rpc-error.ts';

/** A client whose gateway lives elsewhere and may be replaced. */
export interface PipeOptions {
  readonly client: Link;
  /** The first gateway. */
  readonly gateway: Link;
  /** Finds or makes another gateway when one is gone; rejects where there is none to be had. */
  reopen(): Promise<Link>;
  readonly log: Log;
  /** It came over the network, so `_meta.user_id` goes no further: the gateway takes whoever pipes for the user. */
  readonly remote?: boolean;
}

/**
 * Passes frames between a client and a gateway in another process until the client leaves.
 *
 * Where the gateway dies, open requests are answered with an error, another gateway is opened, the client's handshake
 * and subscriptions are made again in its name, and all lists are announced as changed: the client goes on without
 * noticing more.
 */
export async function pipeSession({ gateway, reopen, log, ...options }: PipeOptions): Promise<void> {
  const client = options.remote === true ? dropUserId(options.client) : options.client;
  const session = createPipedSession(client);
  let isOver = false;
  void client.closed.then(() => (isOver = true));
  const left = client.closed.then(() => undefined);
  let link: Link | undefined = gateway;
  client.receive((frame) => session.fromClient(frame));
  while (link !== undefined) {
    session.attach(link);
    const end: LinkEnd | undefined = await Promise.race([left, link.closed]);
    if (isOver || end === undefined) return link.close();
    log.write('warning', `The running Toolyard is gone (${end.reason}); looking for another.`);
    session.detach();
    link = await openUnless(left, reopen);
  }
}

/** Nobody waits for a gateway any more when the client has left; one that comes then is closed. */
async function openUnless(left: Promise<undefined>, reopen: () => Promise<Link>): Promise<Link | undefined> {
  const opening = reopen();
  const opened = await Promise.race([left, opening]);
  if (opened === undefined) {
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
  }
  return opened;
}

interface PipedSession {
  fromClient(frame: Frame): Pressure;
  attach(gateway: Link): void;
  detach(): void;
}

function createPipedSession(client: Link): PipedSession {
  const open = new Set<RequestId>();
  const introduction = createIntroduction();
  const waiting: Frame[] = [];
  let gateway: Link | undefined;

  function note(frame: Frame): void {
    const { id, method } = frame;
    if (id !== undefined) open.add(id);
    introduction.note(frame);
    if (method === 'notifications/cancelled') forget(frame.param('requestId'));
  }

  function forget(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') open.delete(id);
  }

  function fromGateway(frame: Frame): Pressure {
    if (answersReplay(frame)) return undefined;
    if (frame.isResponse) forget(frame.id);
    return client.send(frame);
  }

  return {
    fromClient(frame) {
      if (gateway === undefined) {
        waiting.push(frame);
        return undefined;
      }
      if (frame.method !== undefined) note(frame);
      return gateway.send(frame);
    },
    attach(link) {
      let isProven = false;
      const prove = (): void => {
        isProven = true;
        gateway = link;
        if (!introduction.isEmpty()) announceAll(client);
        for (const frame of waiting.splice(0)) void this.fromClient(frame);
      };
      link.receive((frame) => {
        const pressure = fromGateway(frame);
        if (!isProven) prove();
        return pressure;
      });
      for (const frame of introduction.toFrames((id) => !open.has(id))) void link.send(frame);
      // One that dies can still be connected to for a moment: what the client asks waits until it has answered.
      if (introduction.isEmpty()) prove();
    },
    detach() {
      gateway = undefined;
      const message = 'The running Toolyard ended before it answered. Try again.';
      for (const id of open) {
        // The handshake is made again, so its answer is only late.
        if (introduction.isHandshake(id)) continue;
        void client.send(createErrorResponse(id, { code: ERROR_CODES.serverUnavailable, message }));
        open.delete(id);
      }
    },
  };
}

function announceAll(client: Link): void {
  for (const method of new Set(Object.values(LIST_CHANGED))) void client.send(createNotification(method));
}
