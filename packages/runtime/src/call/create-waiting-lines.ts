/** What stands in a line: one line a session. */
export interface Waiting {
  readonly session: string;
}

/** Lines of those who wait, one a session; the sessions take turns. */
export interface WaitingLines<Ticket extends Waiting> {
  /** Puts a ticket at the end of its session's line, or with those who go ahead of it. */
  add(ticket: Ticket, ahead: boolean): void;
  /** Of no effect for a ticket that does not wait. */
  remove(ticket: Ticket): void;
  /** Takes out the first of the session whose turn it is; one whose first does not fit is passed over. */
  take(fits: (ticket: Ticket) => boolean): Ticket | undefined;
  isEmpty(): boolean;
}

interface Line<Ticket> {
  readonly ahead: Set<Ticket>;
  readonly usual: Set<Ticket>;
}

/** Nobody waits. */
export function createWaitingLines<Ticket extends Waiting>(): WaitingLines<Ticket> {
  // By session; the first is the next to have its turn.
  const lines = new Map<string, Line<Ticket>>();

  function remove(ticket: Ticket): void {
    const line = lines.get(ticket.session);
    if (line === undefined) return;
    if (!line.ahead.delete(ticket)) line.usual.delete(ticket);
    if (line.ahead.size + line.usual.size === 0) lines.delete(ticket.session);
  }

  return {
    add(ticket, ahead) {
      const line = lines.get(ticket.session) ?? { ahead: new Set(), usual: new Set() };
      lines.set(ticket.session, line);
      line[ahead ? 'ahead' : 'usual'].add(ticket);
    },
    remove,
    take(fits) {
      for (const [session, line] of lines) {
        const [ticket] = line.ahead.size > 0 ? line.ahead : line.usual;
        if (ticket === undefined || !fits(ticket)) continue;
        remove(ticket);
        if (lines.delete(session)) lines.set(session, line);
        return ticket;
      }
      return undefined;
    },
    isEmpty: () => lines.size === 0,
  };
}
