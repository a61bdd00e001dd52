import {
  CONTROL_ENDING,
  CONTROL_SESSION,
  createErrorResponse,
  createNotification,
  createResponse,
  guardReceiver,
  reportBug,
  toMessage,
  type Frame,
  type Link,
  type LinkEnd,
  type Log,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { answersReplay, createHandshakeRecord } from './create-handshake-record.ts';
import { createPipedQuestions } from './create-piped-questions.ts';
import { withoutUserId } from '../session/without-user-id.ts';
import { refuseControl } from './refuse-control.ts';
import { LIST_CHANGED } from '../session/session.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';

/** A client whose gateway lives elsewhere and may be replaced. */
export interface PipeOptions {
  readonly client: Link;
  /** The first gateway, or one that is being opened: what the client says meanwhile waits. */
  readonly gateway: Link | Promise<Link>;
  /** Finds or makes another gateway when one is gone; rejects where there is none to be had. */
  reopen(): Promise<Link>;
  readonly log: Log;
  /** It came over the network, so `_meta.user_id` goes no further: the gateway takes whoever pipes for the user. */
  readonly remote?: boolean;
  /** The session that the client's link is only a part of; the gateway is told, if it trusts whoever pipes. */
  readonly session?: string;
  /** That session is one client's alone. */
  readonly oneClient?: boolean;
}

/**
 * Passes frames between a client and a gateway in another process until the client leaves.
 *
 * Where the gateway dies, open requests are answered with an error and open questions are taken back, another gateway
 * is opened, the client's handshake and subscriptions are made again in its name, and all lists are announced as
 * changed: the client goes on without noticing more. After one that a person ended, that waits for the next request; a
 * ping is none, since it asks for nothing that a gateway has.
 * Where there is none to be had, all that the client waits for is answered with the reason, and this rejects with it.
 */
export async function pipeSession({ client, gateway, reopen, log, ...options }: PipeOptions): Promise<void> {
  const onBug = (error: unknown): void => reportBug(log, error);
  const isRemote = options.remote === true;
  const session = createPipedSession(client, toNaming(options), onBug);
  let isOver = false;
  void client.closed.then(() => (isOver = true));
  const left = client.closed.then(() => undefined);
  const open = async (opening: Promise<Link>): Promise<Link | undefined> => {
    try {
      return await openUnless(left, opening);
    } catch (error) {
      // Why is nobody's business on the network: the reason names files of this machine.
      session.refuse(isRemote ? 'Toolyard cannot serve this at the moment.' : toMessage(error));
      throw error;
    }
  };
  const receive = refuseControl(client, (frame, relatedTo) =>
    session.fromClient(isRemote ? withoutUserId(frame) : frame, relatedTo),
  );
  client.receive(guardReceiver(client, receive, onBug));
  let link = await open(Promise.resolve(gateway));
  while (link !== undefined) {
    session.attach(link);
    const end: LinkEnd | undefined = await Promise.race([left, link.closed]);
    if (isOver || end === undefined) return link.close();
    const wanted = session.detach();
    const next = wanted === undefined ? 'looking for another' : 'the next request looks for another';
    log.write('warning', `The running Toolyard is gone (${end.reason}); ${next}.`);
    await Promise.race([left, wanted]);
    if (isOver) return;
    link = await open(reopen());
  }
}

/** Nobody waits for a gateway any more when the client has left; one that comes then is closed. */
async function openUnless(left: Promise<undefined>, opening: Promise<Link>): Promise<Link | undefined> {
  const opened = await Promise.race([left, opening]);
  if (opened === undefined) {
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
  }
  return opened;
}

/** What may wait for a gateway before its client is held back. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

interface PipedSession {
  fromClient(frame: Frame, relatedTo?: RequestId): Pressure;
  attach(gateway: Link): void;
  /** Gives up a gateway that is gone; where a person ended it, what it gives back resolves with the next request of the client. */
  detach(): Promise<void> | undefined;
  /** Answers all that the client waits for with an error. */
  refuse(message: string): void;
}

/** What tells a gateway which session the client belongs to. */
function toNaming({ session, oneClient = false }: Pick<PipeOptions, 'session' | 'oneClient'>): Frame | undefined {
  return session === undefined ? undefined : createNotification(CONTROL_SESSION, { session, oneClient });
}

function createPipedSession(client: Link, naming: Frame | undefined, onBug: (error: unknown) => void): PipedSession {
  const open = createOpenRequests(client);
  const introduction = createHandshakeRecord();
  const questions = createPipedQuestions(client);
  const waiting = createWaitingFrames(client);
  let gateway: Link | undefined;
  let isEnding = false;

  function fromGateway(frame: Frame, relatedTo: RequestId | undefined): Pressure {
    if (answersReplay(frame)) return undefined;
    if (frame.method === CONTROL_ENDING) return void (isEnding = true);
    if (frame.isResponse) open.forget(frame.id);
    return client.send(questions.toClient(frame, relatedTo), relatedTo);
  }

  return {
    fromClient(frame, relatedTo) {
      const answer = frame.method === undefined ? questions.toGateway(frame) : frame;
      if (answer === undefined) return undefined;
      if (gateway === undefined) return waiting.add({ frame, relatedTo });
      if (answer.method !== undefined) {
        open.note(answer);
        introduction.note(answer);
      }
      return gateway.send(answer, relatedTo);
    },
    attach(link) {
      let isProven = false;
      const prove = (): void => {
        isProven = true;
        gateway = link;
        if (!introduction.isEmpty()) announceAll(client);
        for (const { frame, relatedTo } of waiting.take()) void this.fromClient(frame, relatedTo);
      };
      const receive = (frame: Frame, relatedTo?: RequestId): Pressure => {
        const pressure = fromGateway(frame, relatedTo);
        if (!isProven) prove();
        return pressure;
      };
      link.receive(guardReceiver(link, receive, onBug));
      if (naming !== undefined) void link.send(naming);
      for (const frame of introduction.toFrames((id) => !open.has(id))) void link.send(frame);
      // One that dies can still be connected to for a moment: what the client asks waits until it has answered.
      if (introduction.isEmpty()) prove();
    },
    detach() {
      gateway = undefined;
      questions.takeBack();
      const message = 'The running Toolyard ended before it answered. Try again.';
      // The handshake is made again, so its answer is only late.
      open.fail(message, (id) => introduction.isHandshake(id));
      const isWanted = !isEnding || open.size() > 0;
      isEnding = false;
      return isWanted ? undefined : waiting.untilRequest();
    },
    refuse(message) {
      for (const { frame } of waiting.take()) if (frame.isRequest) open.note(frame);
      open.fail(message);
    },
  };
}

interface WaitingFrame {
  readonly frame: Frame;
  readonly relatedTo: RequestId | undefined;
}

interface WaitingFrames {
  add(frame: WaitingFrame): Pressure;
  take(): readonly WaitingFrame[];
  /** Resolves when the next request is added; until then pings are answered here. */
  untilRequest(): Promise<void>;
}

/** What waits for a gateway; from a certain size on, whoever sends more is held back until it is taken. */
function createWaitingFrames(client: Link): WaitingFrames {
  let frames: WaitingFrame[] = [];
  let bytes = 0;
  let taken: Promise<void> | undefined;
  let release: () => void = () => undefined;
  let want: (() => void) | undefined;
  return {
    untilRequest: () => new Promise((resolve) => (want = resolve)),
    add({ frame, relatedTo }) {
      if (want !== undefined && frame.id !== undefined && frame.method === 'ping') {
        return client.send(createResponse(frame.id, '{}'), relatedTo);
      }
      frames.push({ frame, relatedTo });
      if (frame.isRequest) {
        want?.();
        want = undefined;
      }
      bytes += frame.bytes.length;
      if (bytes > MOST_WAITING_BYTES) taken ??= new Promise((resolve) => (release = resolve));
      return taken;
    },
    take() {
      const all = frames;
      frames = [];
      bytes = 0;
      taken = undefined;
      release();
      return all;
    },
  };
}

/** What a client asked for and waits for. */
interface OpenRequests {
  has(id: RequestId): boolean;
  size(): number;
  /** Takes note of a request, or of one that is taken back. */
  note(frame: Frame): void;
  forget(id: RequestId | undefined): void;
  /** Answers all but those that are kept with an error. */
  fail(message: string, isKept?: (id: RequestId) => boolean): void;
}

function createOpenRequests(client: Link): OpenRequests {
  const ids = new Set<RequestId>();
  function forget(id: RequestId | undefined): void {
    if (id !== undefined) ids.delete(id);
  }
  return {
    has: (id) => ids.has(id),
    size: () => ids.size,
    forget,
    note(frame) {
      if (frame.id !== undefined) ids.add(frame.id);
      if (frame.method === 'notifications/cancelled') forget(frame.paramId('requestId'));
    },
    fail(message, isKept = () => false) {
      for (const id of ids) {
        if (isKept(id)) continue;
        void client.send(createErrorResponse(id, { code: ERROR_CODES.serverUnavailable, message }));
        ids.delete(id);
      }
    },
  };
}

function announceAll(client: Link): void {
  for (const method of new Set(Object.values(LIST_CHANGED))) void client.send(createNotification(method));
}
