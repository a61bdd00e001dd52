import { createEngineFixture, createFakeClock, createHook, createSaved, waitUntil } from '@toolyard/testing';
import type { EngineFixture, FakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { ChatPrompt } from './agent-runner.ts';
import type { RunRecord } from './run-record.ts';

interface Setup {
  readonly fake: EngineFixture;
  readonly clock: FakeClock;
  readonly sent: ChatPrompt[];
}

function create(send: (() => Promise<void>) | undefined, parameters: object = {}): Setup {
  const clock = createFakeClock();
  const action = {
    type: 'agent',
    parameters: { operation: 'chat', prompt: '/review {path}', timeout: 5000, ...parameters },
  } as const;
  const fake = createEngineFixture(clock, [createHook('talk', { action })]);
  const sent: ChatPrompt[] = [];
  const chat = async (prompt: ChatPrompt): Promise<void> => {
    sent.push(prompt);
    await send?.();
  };
  fake.agent = { ask: () => expect.fail('No model is to be asked.'), ...(send === undefined ? {} : { chat }) };
  return { fake, clock, sent };
}

async function run({ fake }: Setup): Promise<RunRecord | undefined> {
  const engine = await fake.start();
  const { ended } = await engine.enter([createSaved('a.md', { id: 'e1' })]);
  return (await ended)[0];
}

const never = (): Promise<void> => new Promise(() => undefined);

it('sends a prompt to the chat, with its mode', async () => {
  const setup = create(async () => undefined, { mode: 'agent' });
  const record = await run(setup);
  expect(setup.sent).toEqual([{ prompt: expect.stringMatching(/^\/review <event-value-\w+>a\.md</), mode: 'agent' }]);
  expect(record).toMatchObject({
    status: 'success',
    action: 'agent',
    target: 'agent chat',
    attempts: 1,
    arguments: { operation: 'chat', prompt: setup.sent[0]?.prompt, mode: 'agent' },
  });
});

it('fails with words where there is no chat', async () => {
  expect(await run(create(undefined))).toMatchObject({
    status: 'error',
    attempts: 0,
    reason: expect.stringMatching(/^There is no chat where this hook runs, only in an editor\./),
  });
});

it('says why the chat took nothing', async () => {
  const record = await run(create(() => Promise.reject(new Error('command not found'))));
  expect(record).toMatchObject({
    status: 'error',
    attempts: 1,
    reason: 'The chat did not take the prompt: command not found',
  });
});

it('ends with its time limit, and with the engine, without sending it again', async () => {
  const late = create(never);
  const ended = run(late);
  await waitUntil(() => late.sent.length === 1);
  late.clock.advance(5000);
  expect(await ended).toMatchObject({ status: 'timeout', reason: 'Execution timeout after 5000 ms' });

  const stopped = create(never);
  const engine = await stopped.fake.start();
  await engine.enter([createSaved('a.md', { id: 'e1' })]);
  await waitUntil(() => stopped.sent.length === 1);
  await engine.stop();
  const next = await stopped.fake.start();
  await next.idle();
  expect(stopped.sent).toHaveLength(1);
  expect(stopped.fake.machine.records).toMatchObject([{ status: 'interrupted' }]);
});
