import { createFairQueue } from './create-fair-queue.ts';

/** Somebody who needs a slot. */
export interface SlotRequest {
  readonly session: string;
  /** The key of the server. */
  readonly server: string;
  /** Where it is, as the slots note it; `outside` to begin with. */
  place: 'outside' | 'waiting' | 'inside';
  /** Called when it has its slot, which it keeps until it leaves. */
  admit(): void;
}

/** Lets only so many in at once: first in, first out within a session, and sessions take turns. */
export interface CallSlots {
  /** Lets in at once where there is room. Whoever was in before and comes back goes `ahead` of its session. */
  ask(request: SlotRequest, ahead?: boolean): void;
  /** Gives back a slot, or a place in the queue; of no effect for who has neither. */
  leave(request: SlotRequest): void;
  /** Lets in who has room now, since a limit is another one. */
  review(): void;
}

/** Limits are asked for each time, since they may change; -1 is unlimited. */
export interface CallSlotsOptions {
  limit(): number;
  /** The limit of one server. */
  limitOf(server: string): number;
}

/** Slots of which none is taken. */
export function createCallSlots({ limit, limitOf }: CallSlotsOptions): CallSlots {
  // A number and notes on the requests: a set whose members come and go keeps them from being collected for long.
  let inside = 0;
  const insideOf = new Map<string, number>();
  const lines = createFairQueue<SlotRequest>();
  let isAdmitting = false;

  function hasRoom(): boolean {
    const most = limit();
    return most === -1 || inside < most;
  }

  function hasRoomAt({ server }: SlotRequest): boolean {
    const most = limitOf(server);
    return most === -1 || (insideOf.get(server) ?? 0) < most;
  }

  function count(server: string, change: 1 | -1): void {
    const now = (insideOf.get(server) ?? 0) + change;
    if (now === 0) insideOf.delete(server);
    else insideOf.set(server, now);
  }

  function enter(request: SlotRequest): void {
    inside++;
    request.place = 'inside';
    count(request.server, 1);
    request.admit();
  }

  /** One loop, however deep the calls to `leave` that come from those who are let in. */
  function admitAll(): void {
    if (isAdmitting) return;
    isAdmitting = true;
    try {
      while (!lines.isEmpty() && hasRoom()) {
        const request = lines.take(hasRoomAt);
        if (request === undefined) break;
        enter(request);
      }
    } finally {
      isAdmitting = false;
    }
  }

  return {
    review: admitAll,
    ask(request, ahead = false) {
      if (lines.isEmpty() && hasRoom() && hasRoomAt(request)) return enter(request);
      request.place = 'waiting';
      lines.add(request, ahead);
      return admitAll();
    },
    leave(request) {
      const { place } = request;
      request.place = 'outside';
      if (place === 'inside') {
        inside--;
        count(request.server, -1);
      } else if (place === 'waiting') {
        lines.remove(request);
      }
      admitAll();
    },
  };
}
