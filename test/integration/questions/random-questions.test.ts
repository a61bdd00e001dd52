import type { Frame } from '@toolyard/core';
import { createConfiguration, type FakeServer, type TestClient } from '@toolyard/testing';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { expect, it } from 'vitest';
import { callsOf, EVERYTHING, openQuestions } from './open-questions.ts';

/** What happens next; `pick` says to which of those it could happen to. */
const step = record({
  what: constantFrom(
    ...([
      'call',
      'call',
      'call',
      'ask',
      'ask',
      'ask',
      'ask unrelated',
      'answer',
      'answer',
      'answer',
      'answer',
    ] as const),
    ...(['answer again', 'finish', 'finish', 'withdraw', 'cancel', 'leave', 'crash', 'time'] as const),
  ),
  pick: nat(1000),
});

type Client = TestClient & { leave(): Promise<void> };

interface Person {
  readonly name: string;
  readonly client: Client;
  readonly cancelled: Set<number>;
  readonly answered: Set<unknown>;
  calls: number;
  isGone: boolean;
}

interface Asked {
  readonly owner: string;
  readonly server: FakeServer;
  readonly number: number;
  isWithdrawn: boolean;
}

const KEYS = ['shared', 'own'] as const;
const ownerOf = (call: Frame): string => (call.param('arguments') as { owner: string }).owner;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

async function openWorld() {
  const configuration = createConfiguration(
    { shared: { era: 'legacy' }, own: { era: 'legacy', sharing: 'per-session' } },
    { concurrentLimit: 2, healthCheckMs: 100_000_000, retryDelaysMs: [1000, 1000, 1000, 1000, 1000, 1000] },
  );
  const opened = await openQuestions({ shared: {}, own: {} }, configuration);
  const { links, clock, join, yard } = opened;
  const people: Person[] = [];
  const asked: Asked[] = [];
  const finished = new Set<Frame>();
  const lost = new Set<FakeServer>();
  const watched = new Set<FakeServer>();
  /** Notes which servers are gone, also those that were ended on purpose. */
  const look = async (): Promise<void> => {
    for (const { pair, server } of links.all) {
      if (watched.has(server)) continue;
      watched.add(server);
      void pair.near.closed.then(() => lost.add(server));
    }
    await turn();
  };
  const come = async (): Promise<void> => {
    const name = `person ${people.length}`;
    people.push({
      name,
      client: await join(EVERYTHING),
      cancelled: new Set(),
      answered: new Set(),
      calls: 0,
      isGone: false,
    });
  };
  for (let count = 0; count < 3; count++) await come();
  await look();

  const here = (): Person[] => people.filter((person) => !person.isGone);
  const arrived = (): { server: FakeServer; call: Frame }[] =>
    links.all
      .filter(({ server }) => !lost.has(server))
      .flatMap(({ server }) => callsOf(server).map((call) => ({ server, call })))
      .filter(({ call }) => !finished.has(call));

  const actions: Record<string, (pick: number) => void | Promise<void>> = {
    call(pick) {
      const person = here()[pick % here().length];
      if (person === undefined) return;
      const name = `${KEYS[pick % 2]}__work`;
      void person.client.request('tools/call', { name, arguments: { owner: person.name } }, `c${++person.calls}`);
    },
    ask(pick) {
      const at = arrived()[pick % Math.max(1, arrived().length)];
      if (at === undefined) return;
      note(at.server, ownerOf(at.call), at.call.id);
    },
    'ask unrelated'(pick) {
      const open = links.all.filter(({ server }) => !lost.has(server));
      const at = open[pick % Math.max(1, open.length)];
      if (at !== undefined) note(at.server, 'anybody', undefined);
    },
    answer: (pick) => answer(pick, (person, id) => !person.answered.has(id)),
    'answer again': (pick) => answer(pick, (person, id) => person.answered.has(id)),
    finish(pick) {
      const at = arrived()[pick % Math.max(1, arrived().length)];
      if (at === undefined) return;
      finished.add(at.call);
      at.server.answer(at.call, { content: [{ type: 'text', text: ownerOf(at.call) }] });
    },
    withdraw(pick) {
      const question = asked[pick % Math.max(1, asked.length)];
      if (question === undefined) return;
      question.isWithdrawn = true;
      question.server.notify('notifications/cancelled', { requestId: `question-${question.number}` });
    },
    cancel(pick) {
      const person = here()[pick % here().length];
      if (person === undefined || person.calls === 0) return;
      const number = 1 + (pick % person.calls);
      person.cancelled.add(number);
      person.client.notify('notifications/cancelled', { requestId: `c${number}` });
    },
    async leave(pick) {
      const person = here()[pick % here().length];
      if (person === undefined) return;
      person.isGone = true;
      await person.client.leave();
      await come();
    },
    async crash(pick) {
      const start = links.all[pick % links.all.length];
      if (start === undefined) return;
      lost.add(start.server);
      start.pair.breakOff('exited with code 1');
      await turn();
      clock.advance(1000);
    },
    time: (pick) => clock.advance(pick % 2 === 0 ? 200_000 : 600_000),
  };

  function note(server: FakeServer, owner: string, relatedTo: Frame['id']): void {
    const number = asked.filter((other) => other.server === server).length + 1;
    asked.push({ owner, server, number, isWithdrawn: false });
    void server.ask('elicitation/create', { message: owner }, relatedTo);
  }

  function answer(pick: number, isMeant: (person: Person, id: unknown) => boolean): void {
    const all = here().flatMap((person) =>
      person.client.questions.filter(({ frame }) => isMeant(person, frame.id)).map(({ frame }) => ({ person, frame })),
    );
    const one = all[pick % Math.max(1, all.length)];
    if (one === undefined) return;
    one.person.answered.add(one.frame.id);
    one.person.client.respond(one.frame, { from: one.person.name });
  }

  return { actions, people, asked, arrived, lost, look, yard, clock };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Lets everything come to its end: servers answer all that reached them, and what was asked is answered or expires. */
async function finishAll({ actions, arrived, clock, yard, look }: World): Promise<void> {
  for (let round = 0; round < 200 && (arrived().length > 0 || yard.calls.active().length > 0); round++) {
    await actions['finish']?.(0);
    await look();
    if (arrived().length === 0) clock.advance(600_000);
    await look();
  }
  clock.advance(600_000);
  await look();
}

function checkCalls({ people, yard }: World): void {
  expect(yard.calls.active()).toEqual([]);
  for (const { client, cancelled, calls, isGone } of people) {
    for (let number = 1; number <= calls; number++) {
      const answers = client.answers.filter((frame) => frame.id === `c${number}`);
      expect(answers.length).toBeLessThanOrEqual(1);
      if (!isGone && !cancelled.has(number)) expect(answers).toHaveLength(1);
    }
  }
}

function checkQuestions({ people, asked, lost }: World): void {
  for (const { owner, server, number, isWithdrawn } of asked) {
    const answers = server.received.filter((frame) => frame.isResponse && frame.id === `question-${number}`);
    expect(answers.length).toBeLessThanOrEqual(1);
    if (!isWithdrawn && !lost.has(server)) expect(answers).toHaveLength(1);
    const from = answers.flatMap((answer) => (answer.value('result') as { from?: string } | undefined)?.from ?? []);
    if (owner !== 'anybody') for (const name of from) expect(name).toBe(owner);
  }
  for (const { name, client, answered, isGone } of people) {
    for (const { frame } of client.questions) {
      expect(['anybody', name]).toContain(frame.param('message'));
      const isTakenBack = client.notifications.some((news) => news.param('requestId') === frame.id);
      if (!isGone) expect(answered.has(frame.id) || isTakenBack).toBe(true);
    }
  }
}

it(
  'ends every call and every question exactly once, and gives no answer to anybody else',
  { timeout: 120_000 },
  async () => {
    await assert(
      asyncProperty(array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const world = await openWorld();
        for (const { what, pick } of steps) {
          await world.actions[what]?.(pick);
          if (pick % 3 !== 0) await turn();
        }
        await turn();
        await finishAll(world);
        checkCalls(world);
        checkQuestions(world);
        await world.yard.stop();
      }),
      { numRuns: 150 },
    );
  },
);
