import { onAbort } from '@toolyard/core';

/** Bounds how many calls of models are at one server at once. */
export interface ServerSlots {
  /** Resolves when the call may be made, first come, first served; to be told of its end. Rejects with the reason of `signal`. */
  take(server: string, signal: AbortSignal): Promise<() => void>;
}

interface Slots {
  taken: number;
  readonly waiting: Set<() => void>;
}

/** So many slots for each server; -1 for any number. */
export function createServerSlots(most: number): ServerSlots {
  const servers = new Map<string, Slots>();

  function release(server: string, slots: Slots): void {
    slots.taken--;
    const [next] = slots.waiting;
    if (next !== undefined) next();
    else if (slots.taken === 0) servers.delete(server);
  }

  function enter(server: string, slots: Slots): () => void {
    slots.taken++;
    let isOver = false;
    return () => {
      if (!isOver) release(server, slots);
      isOver = true;
    };
  }

  return {
    async take(server, signal) {
      signal.throwIfAborted();
      const slots = servers.get(server) ?? { taken: 0, waiting: new Set() };
      servers.set(server, slots);
      if (most < 0 || slots.taken < most) return enter(server, slots);
      return new Promise((resolve, reject) => {
        const goOn = (): void => {
          slots.waiting.delete(goOn);
          forget();
          resolve(enter(server, slots));
        };
        const forget = onAbort(signal, () => {
          slots.waiting.delete(goOn);
          reject(signal.reason);
        });
        slots.waiting.add(goOn);
      });
    },
  };
}
