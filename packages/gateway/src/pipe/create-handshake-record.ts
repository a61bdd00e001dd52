import type { Frame, RequestId } from '@toolyard/core';

/** What a new gateway has to hear of a client first: its handshake, its last log level and its subscriptions. */
export interface HandshakeRecord {
  /** Keeps what the client says, if it belongs to it. */
  note(frame: Frame): void;
  /** Whether the client has not even begun its handshake. */
  isEmpty(): boolean;
  /** Whether a request is the handshake, which is made again and so never lost. */
  isHandshake(id: RequestId): boolean;
  /** What is to be said, in order; the answers to what `isAnswered` already come under ids of our own. */
  toFrames(isAnswered: (id: RequestId) => boolean): readonly Frame[];
}

/** Begins the ids of what is said again, which no client uses. */
const REPLAY_ID = 'toolyard/replayed/';

const INTRODUCING: readonly string[] = ['initialize', 'notifications/initialized', 'logging/setLevel'];

/** Whether a frame answers what was said again, and so is not for the client. */
export function answersReplay({ id, isResponse }: Frame): boolean {
  return isResponse && typeof id === 'string' && id.startsWith(REPLAY_ID);
}

/** The introduction of a client that has said nothing yet. */
export function createHandshakeRecord(): HandshakeRecord {
  const frames = new Map<string, Frame>();
  return {
    note(frame) {
      const { method = '' } = frame;
      if (INTRODUCING.includes(method)) frames.set(method, frame);
      if (method === 'resources/subscribe') frames.set(subscriptionTo(frame), frame);
      if (method === 'resources/unsubscribe') frames.delete(subscriptionTo(frame));
    },
    isEmpty: () => frames.size === 0,
    isHandshake: (id) => frames.get('initialize')?.id === id,
    toFrames: (isAnswered) =>
      [...frames].map(([name, frame]) =>
        frame.id !== undefined && isAnswered(frame.id) ? frame.withId(REPLAY_ID + name) : frame,
      ),
  };
}

function subscriptionTo(request: Frame): string {
  return `resources/subscribe ${String(request.param('uri'))}`;
}
