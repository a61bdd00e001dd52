import { randomUUID } from 'node:crypto';
import { createLinkPair, DEFAULT_SETTINGS } from '@toolyard/core';
import { createGateway } from '@toolyard/gateway';
import { createCommandLinkStarter, systemClock } from '@toolyard/node';
import { createLocalYard } from '@toolyard/runtime';
import {
  createFixtureServer,
  createMemoryLog,
  createTestClient,
  findProcesses,
  waitUntil,
  type TestClient,
} from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';

const CLIENTS = 20;
const ROUNDS = 5;
const WAIT_MS = 60_000;

async function openProcesses(sharing: 'shared' | 'per-session') {
  const marker = `asks-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const log = createMemoryLog();
  const links = createCommandLinkStarter({ log, env: process.env, platform: process.platform });
  const yard = createLocalYard({
    configuration: {
      servers: [createFixtureServer('asks', { sharing, env: { MARKER: marker } })],
      settings: DEFAULT_SETTINGS,
    },
    links,
    clock: systemClock,
    log,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  onTestFinished(async () => {
    await yard.stop();
    await links.stop();
  });
  const gateway = createGateway({
    yard,
    clock: systemClock,
    log: createMemoryLog(),
    info: { name: 'toolyard', version: '0' },
    newTaskId: randomUUID,
  });
  await yard.settled({ signal: new AbortController().signal });
  return {
    yard,
    count: (): number => findProcesses(marker).length,
    async join(): Promise<TestClient & { leave(): Promise<void> }> {
      const pair = createLinkPair();
      gateway.accept(pair.near);
      const client = createTestClient(pair.far);
      await client.initialize('2025-11-25', { elicitation: {} });
      return { ...client, leave: () => pair.far.close() };
    },
  };
}

/** Asks in rounds, answers each question with a word of the client's own, and gives what came of it. */
async function converse(client: TestClient, name: string): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const question = `${name}.${round}`;
    const text = client.callForText('asks__ask', { question });
    await waitUntil(() => client.questions.length > round, WAIT_MS);
    const asked = client.questions[round]?.frame;
    client.respond(asked, {
      action: 'accept',
      content: { answer: `${name} heard ${String(asked?.param('message'))}` },
    });
    results.push(JSON.parse(await text));
  }
  return results;
}

it(
  'asks 20 clients at once, each by a process of its own, and ends each with its client',
  { timeout: 120_000 },
  async () => {
    const { join, count } = await openProcesses('per-session');
    await waitUntil(() => count() === 0, WAIT_MS);
    const clients = await Promise.all(Array.from({ length: CLIENTS }, join));
    const results = await Promise.all(clients.map((client, n) => converse(client, `client ${n}`)));
    const pids = results.map((rounds) => new Set(rounds.map((round) => (round as { pid: number }).pid)));
    expect(new Set(pids.flatMap((own) => [...own])).size).toBe(CLIENTS);
    expect(pids.every((own) => own.size === 1)).toBe(true);
    expect(results).toMatchObject(
      clients.map((_, n) =>
        Array.from({ length: ROUNDS }, (__, round) => ({
          question: `client ${n}.${round}`,
          result: { action: 'accept', content: { answer: `client ${n} heard client ${n}.${round}` } },
        })),
      ),
    );
    expect(count()).toBe(CLIENTS);
    await Promise.all(clients.slice(0, 5).map((client) => client.leave()));
    await waitUntil(() => count() === CLIENTS - 5, WAIT_MS);
    await Promise.all(clients.map((client) => client.leave()));
    await waitUntil(() => count() === 0, WAIT_MS);
  },
);

it(
  'refuses on one shared process while two clients are in flight, and names the setting',
  { timeout: 60_000 },
  async () => {
    const { join } = await openProcesses('shared');
    const [one, two] = [await join(), await join()];
    const first = one.callForText('asks__ask', { question: 'first' });
    await waitUntil(() => one.questions.length === 1, WAIT_MS);
    const refused = JSON.parse(await two.callForText('asks__ask', { question: 'second' }));
    expect(refused.error).toEqual({
      code: -32603,
      message:
        'Several clients are using server "asks", so Toolyard cannot tell which of them its question is for. Set "sharing": "per-session" for it.',
    });
    one.respond(one.questions[0]?.frame, { action: 'decline' });
    expect(JSON.parse(await first)).toMatchObject({ question: 'first', result: { action: 'decline' } });
  },
);
