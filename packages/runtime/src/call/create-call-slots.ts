import { createFairQueue } from './create-fair-queue.ts';

/** Somebody who needs a slot. */
export interface SlotRequest {
  readonly session: string;
  /** The key of the server. */
  readonly server: string;
  /** Where it is; the slots's own note, for `outside` to begin with. */
  place: 'outside' | 'waiting' | 'inside';
  /** Called when it has its slot, which it keeps until it leaves. */
  admit(): void;
}

/** Lets only so many in at once: first in, first out within a session, and sessions take turns. */
export interface CallSlots {
  /** Lets in at once where there is room. Whoever was in before and comes back goes `ahead` of its session. */
  ask(ticket: SlotRequest, ahead?: boolean): void;
  /** Gives back a slot, or a place in the queue; of no effect for who has neither. */
  leave(ticket: SlotRequest): void;
  /** Lets in who has room now, since a limit is another one. */
  review(): void;
}

/** Limits are asked for each time, since they may change; -1 is unlimited. */
export interface CallSlotsOptions {
  limit(): number;
  /** The limit of one server. */
  limitOf(server: string): number;
}

/** An empty slots. */
export function createCallSlots({ limit, limitOf }: CallSlotsOptions): CallSlots {
  // A number and notes on the tickets: a set whose members come and go keeps them from being collected for long.
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

  function enter(ticket: SlotRequest): void {
    inside++;
    ticket.place = 'inside';
    count(ticket.server, 1);
    ticket.admit();
  }

  /** One loop, however deep the calls to `leave` that come from those who are let in. */
  function admitAll(): void {
    if (isAdmitting) return;
    isAdmitting = true;
    try {
      while (!lines.isEmpty() && hasRoom()) {
        const ticket = lines.take(hasRoomAt);
        if (ticket === undefined) break;
        enter(ticket);
      }
    } finally {
      isAdmitting = false;
    }
  }

  return {
    review: admitAll,
    ask(ticket, ahead = false) {
      if (lines.isEmpty() && hasRoom() && hasRoomAt(ticket)) return enter(ticket);
      ticket.place = 'waiting';
      lines.add(ticket, ahead);
      return admitAll();
    },
    leave(ticket) {
      const { place } = ticket;
      ticket.place = 'outside';
      if (place === 'inside') {
        inside--;
        count(ticket.server, -1);
      } else if (place === 'waiting') {
        lines.remove(ticket);
      }
      admitAll();
    },
  };
}
