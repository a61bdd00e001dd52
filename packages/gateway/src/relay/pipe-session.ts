import {
  createErrorResponse,
  createNotification,
  type Frame,
  type Link,
  type Log,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
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
}

/** The id of a replayed handshake, which no client uses: its answer is not for the client. */
const REPLAY_ID = 'toolyard/replayed-initialize';

/**
 * Passes frames between a client and a gateway in another process until the client leaves.
 *
 * Where the gateway dies, open requests are answered with an error, another gateway is opened, the client's handshake
 * is made again in its name, and all lists are announced as changed: the client goes on without noticing more.
 */
export async function pipeSession({ client, gateway, reopen, log }: PipeOptions): Promise<void> {
  const session = createPipedSession(client);
  let isOver = false;
  void client.closed.then(() => (isOver = true));
  let link = gateway;
  client.receive((frame) => session.fromClient(frame));
  for (;;) {
    session.attach(link);
    const end = await Promise.race([client.closed.then(() => undefined), link.closed]);
    if (isOver || end === undefined) break;
    log.write('warning', `The running Toolyard is gone (${end.reason}); looking for another.`);
    session.detach();
    link = await reopen();
  }
  await link.close();
}

interface PipedSession {
  fromClient(frame: Frame): Pressure;
  attach(gateway: Link): void;
  detach(): void;
}

function createPipedSession(client: Link): PipedSession {
  const open = new Set<RequestId>();
  /** What a new gateway has to hear first, in order: the handshake, and the last log level. */
  const introduction = new Map<string, Frame>();
  const waiting: Frame[] = [];
  let gateway: Link | undefined;

  function note(frame: Frame): void {
    const { id, method = '' } = frame;
    if (id !== undefined) open.add(id);
    if (method === 'initialize' || method === 'notifications/initialized') introduction.set(method, frame);
    if (method === 'logging/setLevel') introduction.set(method, frame);
  }

  function isAnswered({ id }: Frame): boolean {
    return id !== undefined && !open.has(id);
  }

  function fromGateway(frame: Frame): Pressure {
    if (frame.isResponse && frame.id === REPLAY_ID) return undefined;
    if (frame.isResponse && frame.id !== undefined) open.delete(frame.id);
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
        if (introduction.size > 0) announceAll(client);
        for (const frame of waiting.splice(0)) void this.fromClient(frame);
      };
      link.receive((frame) => {
        const pressure = fromGateway(frame);
        if (!isProven) prove();
        return pressure;
      });
      for (const frame of introduction.values()) void link.send(isAnswered(frame) ? frame.withId(REPLAY_ID) : frame);
      // One that dies can still be connected to for a moment: what the client asks waits until it has answered.
      if (introduction.size === 0) prove();
    },
    detach() {
      gateway = undefined;
      const message = 'The running Toolyard ended before it answered. Try again.';
      for (const id of open) {
        // The handshake is made again, so its answer is only late.
        if (id === introduction.get('initialize')?.id) continue;
        void client.send(createErrorResponse(id, { code: ERROR_CODES.serverUnavailable, message }));
        open.delete(id);
      }
    },
  };
}

function announceAll(client: Link): void {
  for (const method of new Set(Object.values(LIST_CHANGED))) void client.send(createNotification(method));
}
