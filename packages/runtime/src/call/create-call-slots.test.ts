import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallSlots, type CallSlots, type CallSlotsOptions, type SlotRequest } from './create-call-slots.ts';

function openSlots(given: Partial<CallSlotsOptions>) {
  const slots = createCallSlots({ limit: () => -1, limitOf: () => -1, ...given });
  const entered: string[] = [];
  const requests = new Map<string, SlotRequest>();
  const ask = (name: string, session = 's', server = 'a', ahead = false): void => {
    const request: SlotRequest = { session, server, place: 'outside', admit: () => void entered.push(name) };
    requests.set(name, request);
    slots.ask(request, ahead);
  };
  const leave = (name: string): void => {
    const request = requests.get(name);
    if (request !== undefined) slots.leave(request);
  };
  return { ask, leave, entered };
}

describe('call slots', () => {
  it('lets in at once while there is room, then first in, first out', () => {
    const { ask, leave, entered } = openSlots({ limit: () => 2 });
    for (const name of ['1', '2', '3', '4']) ask(name);
    expect(entered).toEqual(['1', '2']);
    leave('2');
    leave('1');
    expect(entered).toEqual(['1', '2', '3', '4']);
  });

  it('lets sessions take turns, however many wait in one', () => {
    const { ask, leave, entered } = openSlots({ limit: () => 1 });
    ask('busy', 'x');
    for (const name of ['a1', 'a2', 'a3']) ask(name, 'a');
    for (const name of ['b1', 'b2']) ask(name, 'b');
    ask('c1', 'c');
    for (const name of ['busy', 'a1', 'b1', 'c1', 'a2', 'b2']) leave(name);
    expect(entered).toEqual(['busy', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('lets in everybody where the limit is -1', () => {
    const { ask, entered } = openSlots({ limit: () => -1 });
    for (let index = 0; index < 1000; index++) ask(String(index));
    expect(entered).toHaveLength(1000);
  });

  it('lets in nobody where the limit is 0', () => {
    const { ask, entered } = openSlots({ limit: () => 0 });
    ask('1');
    expect(entered).toEqual([]);
  });

  it('never lets in who left the line', () => {
    const { ask, leave, entered } = openSlots({ limit: () => 1 });
    for (const name of ['1', '2', '3']) ask(name);
    leave('2');
    leave('2');
    leave('1');
    expect(entered).toEqual(['1', '3']);
  });

  it('takes a slot back once', () => {
    const { ask, leave, entered } = openSlots({ limit: () => 1 });
    for (const name of ['1', '2', '3']) ask(name);
    leave('1');
    leave('1');
    expect(entered).toEqual(['1', '2']);
  });

  it('lets who comes back go ahead of its own session only', () => {
    const { ask, leave, entered } = openSlots({ limit: () => 1 });
    ask('busy', 'x');
    ask('a1', 'a');
    ask('b1', 'b');
    ask('b0', 'b', 'a', true);
    for (const name of ['busy', 'a1', 'b0']) leave(name);
    expect(entered).toEqual(['busy', 'a1', 'b0', 'b1']);
  });

  it('passes over sessions whose first waits for a server that is full', () => {
    const limitOf = (server: string): number => (server === 'slow' ? 1 : -1);
    const { ask, leave, entered } = openSlots({ limit: () => 3, limitOf });
    ask('s1', 'x', 'slow');
    ask('s2', 'x', 'slow');
    ask('q1', 'y', 'quick');
    ask('q2', 'x', 'quick');
    expect(entered).toEqual(['s1', 'q1']);
    leave('s1');
    expect(entered).toEqual(['s1', 'q1', 's2', 'q2']);
  });

  it('lets in who stood behind one that left the line of a full server', () => {
    const { ask, leave, entered } = openSlots({ limit: () => 3, limitOf: (server) => (server === 'slow' ? 1 : -1) });
    ask('s1', 'x', 'slow');
    ask('s2', 'y', 'slow');
    ask('q1', 'y', 'quick');
    leave('s2');
    expect(entered).toEqual(['s1', 'q1']);
  });

  it('takes a limit that grew', () => {
    let limit = 1;
    const { ask, leave, entered } = openSlots({ limit: () => limit });
    for (const name of ['1', '2', '3', '4']) ask(name);
    limit = 3;
    leave('1');
    expect(entered).toEqual(['1', '2', '3', '4']);
  });

  it('does not grow the stack with those who leave as soon as they are in', () => {
    const slots: CallSlots = createCallSlots({ limit: () => 1, limitOf: () => -1 });
    let entered = 0;
    const request = (): SlotRequest => {
      const own: SlotRequest = {
        session: 's',
        server: 'a',
        place: 'outside',
        admit() {
          entered++;
          slots.leave(own);
        },
      };
      return own;
    };
    const first: SlotRequest = { session: 's', server: 'a', place: 'outside', admit: () => undefined };
    slots.ask(first);
    for (let index = 0; index < 20_000; index++) slots.ask(request());
    slots.leave(first);
    expect(entered).toBe(20_000);
  });

  it('keeps to its limit and its order, and loses nobody, whoever comes and goes', () => {
    const step = fc.oneof(fc.record({ ask: fc.constantFrom('a', 'b', 'c') }), fc.record({ leave: fc.nat() }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        const { ask, leave, entered } = openSlots({ limit: () => limit });
        const gone = new Set<string>();
        const asked: string[] = [];
        for (const given of steps) {
          const present = asked.filter((name) => !gone.has(name));
          if ('ask' in given) {
            const name = `${given.ask}${asked.length}`;
            asked.push(name);
            ask(name, given.ask);
          } else {
            const name = present[given.leave % (present.length || 1)];
            if (name !== undefined) leave(name);
            if (name !== undefined) gone.add(name);
          }
          const inside = entered.filter((name) => !gone.has(name));
          const here = asked.filter((name) => !gone.has(name));
          expect(inside.length).toBe(Math.min(limit, here.length));
        }
        for (const session of ['a', 'b', 'c']) {
          const numbers = entered.filter((name) => name.startsWith(session)).map((name) => Number(name.slice(1)));
          expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
        }
        expect(new Set(entered).size).toBe(entered.length);
      }),
    );
  });
});
