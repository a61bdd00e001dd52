import { ToolyardError, type Clock, type Pressure } from '@toolyard/core';

/** Messages that get no answer, on their way to one server. */
export interface PostQueue {
  /** Posts as soon as there is room, first in, first out; the promise resolves when there is room for more. */
  add(post: () => Promise<void>): Pressure;
}

/** How many are posted at once: a server that asks without end, and does not take the answers, is read no further. */
const MOST_POSTS = 8;

/** Nothing waits yet. */
export function createPostQueue(): PostQueue {
  const waiting = new Set<() => Promise<void>>();
  let running = 0;
  let room: Promise<void> | undefined;
  let release: () => void = () => undefined;

  function begin(): void {
    for (const post of waiting) {
      if (running >= MOST_POSTS) return;
      waiting.delete(post);
      running++;
      void post().finally(end);
    }
  }

  function end(): void {
    running--;
    begin();
    if (running >= MOST_POSTS) return;
    release();
    room = undefined;
  }

  return {
    add(post) {
      waiting.add(post);
      begin();
      if (running >= MOST_POSTS) room ??= new Promise((resolve) => (release = resolve));
      return room;
    },
  };
}

const MAX_POST_MS = 30_000;

/** What happens to a message that the server does not take in time. */
export interface LatePost {
  readonly clock: Pick<Clock, 'after'>;
  /** Host and port, for messages. */
  readonly host: string;
  /** The request that carries it, which is ended with the error as its reason. */
  readonly reading: AbortController;
  onLate?(error: ToolyardError): void;
}

/** Gives a server that does not reply to a message up to 30 s, until the returned function is called. */
export function limitPostTime({ clock, host, reading, onLate }: LatePost): () => void {
  const stopClock = clock.after(MAX_POST_MS, () => {
    const error = new ToolyardError('connection-lost', `gave no reply within ${MAX_POST_MS / 1000} s (${host})`);
    onLate?.(error);
    reading.abort(error);
  });
  reading.signal.addEventListener('abort', stopClock, { once: true });
  return stopClock;
}
