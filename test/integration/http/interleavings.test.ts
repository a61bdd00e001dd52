import { createNotification, createResponse, type Frame, type Link } from '@toolyard/core';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { ask, messagesIn, openFront, openSession, readEvents, type RawSession } from './open-front.ts';

/** What a client does with one request. */
type Fate = 'reads' | 'comes back' | 'takes JSON' | 'cancels';

interface Step {
  readonly session: number;
  readonly fate: Fate;
  /** Decides when it is answered. */
  readonly turn: number;
}

interface Open extends Step {
  readonly id: number;
  readonly answer: Promise<unknown[]>;
}

const SESSIONS = 3;
const step = record({
  session: nat(SESSIONS - 1),
  fate: constantFrom<Fate>('reads', 'reads', 'comes back', 'takes JSON', 'cancels'),
  turn: nat(1000),
});

/** Sends the request, and gives all messages that the client gets for it in the end. */
async function follow(session: RawSession, id: number, fate: Fate): Promise<unknown[]> {
  const request = ask(id, 'silent', { _meta: { progressToken: id } });
  if (fate === 'takes JSON') {
    const answer = await session.post(request, { accept: 'application/json' });
    return [await answer.json()];
  }
  if (fate !== 'comes back') return messagesIn(await readEvents(await session.post(request)));
  const leave = new AbortController();
  const seen = await readEvents(await session.post(request, {}, leave.signal), (events) => events.length > 0);
  leave.abort();
  const again = await session.get({ 'last-event-id': seen.at(-1)?.id ?? '' });
  return [...messagesIn(seen), ...messagesIn(await readEvents(again))];
}

function answer(links: readonly Link[], { session, id, fate }: Open): void {
  if (fate !== 'takes JSON') {
    void links[session]?.send(createNotification('notifications/progress', { progressToken: id, session }), id);
  }
  void links[session]?.send(createResponse(id, JSON.stringify({ session, id })));
}

it('gives every request its own answer once, whatever happens in which order', async () => {
  const { url, accepted } = await openFront();
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(url)));
  // Which came first is not known, so the links are found by what their client says.
  for (const [n, session] of sessions.entries()) await session.post(ask('who', `session-${n}`));
  const linkOf = (n: number) =>
    accepted.find(({ received }) => received.some(({ method }) => method === `session-${n}`));
  const links = sessions.flatMap((_, n) => linkOf(n)?.link ?? []);
  const hasCome = ({ session, id }: Open): boolean =>
    linkOf(session)?.received.some((frame: Frame) => frame.id === id) === true;
  // Ids repeat between sessions, as those of clients that count from 1 do.
  const counts = sessions.map(() => 0);

  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const open = steps.map((each): Open => {
        const id = (counts[each.session] ?? 0) + 1;
        counts[each.session] = id;
        const session = sessions[each.session];
        if (session === undefined) throw new Error('no such session');
        return { ...each, id, answer: follow(session, id, each.fate) };
      });
      await waitUntil(() => open.every(hasCome));
      for (const each of open.toSorted((left, right) => left.turn - right.turn)) {
        if (each.fate !== 'cancels') answer(links, each);
        else
          await sessions[each.session]?.post(
            text(createNotification('notifications/cancelled', { requestId: each.id })),
          );
        if (each.turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      for (const { answer, ...each } of open) expect(await answer).toMatchObject(expected(each));
    }),
    { numRuns: 40 },
  );
});

function expected({ session, id, fate }: Omit<Open, 'answer'>): unknown[] {
  const progress = { method: 'notifications/progress', params: { progressToken: id, session } };
  const result = { id, result: { session, id } };
  if (fate === 'cancels') return [];
  return fate === 'takes JSON' ? [result] : [progress, result];
}

function text(frame: Frame): string {
  return Buffer.from(frame.bytes).toString();
}
