import { setImmediate as turn } from 'node:timers/promises';
import { ToolyardError, type ProgramRun, type ToolOutcome } from '@toolyard/core';
import {
  createEngineFixture,
  createFakeClock,
  createHeldTool,
  createHook,
  createSaved,
  toSuccess,
  waitUntil,
  type EngineFixture,
  type FakeClock,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';
import type { AgentAnswer, AgentTask } from './agent-runner.ts';
import type { RunRecord } from './run-record.ts';

function askHook(parameters: object = {}): Hook {
  const action: Hook['action'] = {
    type: 'agent',
    parameters: { operation: 'ask', prompt: 'Look at {path}.', turns: 4, timeout: 5000, ...parameters },
  };
  return createHook('review', { action });
}

const ANSWER: AgentAnswer = {
  model: 'a/b',
  end: 'stop',
  text: 'Fine.',
  calls: [],
  usage: { outputTokens: 2 },
  notices: [],
};

interface Setup {
  readonly fake: EngineFixture;
  readonly clock: FakeClock;
  readonly tasks: AgentTask[];
}

function create(hook: Hook, answer: (task: AgentTask, signal: AbortSignal) => Promise<AgentAnswer>): Setup {
  const clock = createFakeClock();
  const fake = createEngineFixture(clock, [hook]);
  const tasks: AgentTask[] = [];
  fake.agent = {
    ask(task, signal) {
      tasks.push(task);
      return answer(task, signal);
    },
  };
  return { fake, clock, tasks };
}

async function run({ fake }: Setup): Promise<RunRecord | undefined> {
  const engine = await fake.start();
  const { ended } = await engine.enter([createSaved('a.md', { id: 'e1' })]);
  return (await ended)[0];
}

/** An answer that never comes, but ends when it is stopped. */
const silent = (_: AgentTask, signal: AbortSignal): Promise<AgentAnswer> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () =>
      resolve({ ...ANSWER, end: 'stopped', message: 'Execution stopped', text: 'Fi' }),
    );
  });

it('gives a model its task, and keeps what it said', async () => {
  const setup = create(askHook({ system: 'Be brief.', model: 'a/b', tools: ['chat:post'] }), async () => ANSWER);
  const record = await run(setup);
  expect(setup.tasks).toMatchObject([
    {
      id: 'r1',
      prompt: expect.stringMatching(/^Look at <(event-value-\w+)>a\.md<\/\1>\.$/),
      system: expect.stringMatching(/^Be brief\.\n\nParts of the task/),
      model: 'a/b',
      servers: ['chat'],
      turns: 4,
      session: 'hook:r1',
    },
  ]);
  expect(record).toMatchObject({
    status: 'success',
    action: 'agent',
    target: 'agent ask',
    attempts: 1,
    arguments: { operation: 'ask', prompt: setup.tasks[0]?.prompt },
    result: { text: 'Fine.', reason: 'stop', model: 'a/b', calls: [], usage: { outputTokens: 2 } },
    text: 'Fine.',
  });
});

it.each([
  ['turn-cap', 'error', 'Turn limit reached (4)'],
  ['error', 'error', 'the provider is busy'],
  ['stopped', 'cancelled', 'Execution stopped'],
] as const)('ends with %s as %s, with what was said until then', async (end, status, message) => {
  const record = await run(create(askHook(), async () => ({ ...ANSWER, end, message })));
  expect(record).toMatchObject({ status, reason: message, text: 'Fine.', result: { reason: end } });
});

it('says why no model was asked', async () => {
  const error = new ToolyardError('model-not-chosen', 'No model is chosen.');
  expect(await run(create(askHook(), () => Promise.reject(error)))).toMatchObject({
    status: 'error',
    reason: 'No model is chosen.',
    arguments: { operation: 'ask' },
  });
});

it('ends with its time limit, and with the engine', async () => {
  const late = create(askHook(), silent);
  const ended = run(late);
  await waitUntil(() => late.tasks.length === 1);
  late.clock.advance(5000);
  expect(await ended).toMatchObject({
    status: 'timeout',
    reason: 'Execution timeout after 5000 ms',
    result: { text: 'Fi', reason: 'stopped' },
  });
  const stopped = create(askHook(), silent);
  const engine = await stopped.fake.start();
  await engine.enter([createSaved('a.md', { id: 'e1' })]);
  await waitUntil(() => stopped.tasks.length === 1);
  await engine.stop();
  expect(stopped.fake.machine.records).toMatchObject([{ status: 'interrupted', result: { text: 'Fi' } }]);
});

it('ends so too where no answer was begun', async () => {
  const fails = (_: AgentTask, signal: AbortSignal): Promise<AgentAnswer> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const late = create(askHook(), fails);
  const ended = run(late);
  await waitUntil(() => late.tasks.length === 1);
  late.clock.advance(5000);
  expect(await ended).toMatchObject({ status: 'timeout', reason: 'Execution timeout after 5000 ms' });
  const stopped = create(askHook(), fails);
  const engine = await stopped.fake.start();
  await engine.enter([createSaved('a.md', { id: 'e1' })]);
  await waitUntil(() => stopped.tasks.length === 1);
  await engine.stop();
  expect(stopped.fake.machine.records).toMatchObject([{ status: 'interrupted' }]);
});

it('makes the calls of the model as those of its run', async () => {
  const setup = create(askHook({ servers: ['chat'] }), async ({ caller, noteRefusal }, signal) => {
    await caller.call({ tool: 'chat:post', arguments: { x: 1 }, origin: 'assistant' }, signal);
    const why = new ToolyardError('call-denied', 'no');
    await noteRefusal({ tool: 'chat:other', origin: 'assistant', session: 'other' }, why);
    return ANSWER;
  });
  await run(setup);
  const { calls, refused } = setup.fake.yard;
  expect(calls).toEqual([
    {
      tool: 'chat:post',
      arguments: { x: 1 },
      origin: 'hook',
      session: 'hook:r1',
      hook: { hook: 'review', run: 'r1' },
    },
  ]);
  expect(refused).toEqual(['chat:other hook:r1 call-denied']);
});

it('allows what the hook lists, for as long as the hook is approved', async () => {
  const setup = create(askHook({ tools: ['chat:post'] }), async ({ explainForbidden, refusal }) => {
    const explain = (name: string) => explainForbidden({ server: 'chat', name, definition: {} });
    const before = await refusal();
    setup.fake.refusals.set('review', 'changed since approved');
    return { ...ANSWER, text: JSON.stringify([explain('post'), explain('open'), before, await refusal()]) };
  });
  expect(JSON.parse((await run(setup))?.text ?? '')).toEqual([
    null,
    'chat:open was not called: it is not among the tools that this hook allows',
    null,
    'changed since approved',
  ]);
});

it('is skipped without one of its servers, and waits for one that starts', async () => {
  const gone = create(askHook({ tools: ['chat:post', 'mail:send'] }), async () => ANSWER);
  expect(await run(gone)).toMatchObject({
    status: 'skipped',
    reason: 'server unavailable: "mail" is not in the configuration',
  });
  const starting = create(askHook({ servers: ['chat'] }), async () => ANSWER);
  starting.fake.yard.setServer('chat', { state: 'starting' });
  const ended = run(starting);
  await turn();
  expect(starting.tasks).toEqual([]);
  starting.fake.yard.setServer('chat', {});
  expect(await ended).toMatchObject({ status: 'success' });
  expect([gone.tasks, starting.tasks.length]).toEqual([[], 1]);
});

it('makes no more calls at once than the limit of a server, and leaves one alone that fails', async () => {
  const { tool, held } = createHeldTool();
  const setup = create(askHook({ servers: ['chat'] }), async ({ caller }, signal) => {
    const call = () => caller.call({ tool: 'chat:post', arguments: {}, origin: 'hook' }, signal);
    const ends = await Promise.allSettled(Array.from({ length: 5 }, call));
    const last = await call().catch((error: unknown) => String(error));
    return { ...ANSWER, text: JSON.stringify([ends.map(({ status }) => status), last]) };
  });
  setup.fake.limits = { concurrent: 5, perServer: 2 };
  setup.fake.yard.setTool('chat', 'post', tool);
  const ended = run(setup);
  await waitUntil(() => held.length === 2);
  await turn();
  expect(held).toHaveLength(2);
  const ends: (ToolOutcome | Error)[] = [toSuccess('done'), toSuccess('done')];
  for (let count = 0; count < 5; count++) {
    await waitUntil(() => held.length > 0);
    held[0]?.end(ends[count] ?? new ToolyardError('connection-lost', 'lost'));
  }
  const [statuses, last] = JSON.parse((await ended)?.text ?? '');
  expect(statuses).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(last).toContain('chat:post was not called: ');
});

it('is not taken for the cause of what changes before its first call', async () => {
  const { tool, held } = createHeldTool();
  const setup = create(askHook({ servers: ['chat'] }), async ({ caller }, signal) => {
    await caller.call({ tool: 'chat:post', arguments: {}, origin: 'hook' }, signal);
    return ANSWER;
  });
  const { fake, clock } = setup;
  fake.yard.setTool('chat', 'post', tool);
  const engine = await fake.start();
  await engine.enter([createSaved('a.md', { id: 'e1' })]);
  await waitUntil(() => held.length === 1);
  const created = async (id: string): Promise<unknown> => {
    const now = clock.now();
    await engine.enter([{ id, name: 'file.created', values: { path: `${id}.md` }, window: [now, now] }]);
    const taken = fake.told.flatMap((event) => (event.type === 'event-taken' ? [event.event] : []));
    return taken.find((event) => event.id === id)?.chain.map(({ hook }) => hook);
  };
  expect(await created('before')).toEqual([]);
  fake.yard.tellAttempts('r1', 1, clock.now());
  expect(await created('after')).toEqual(['review']);
  while (held.length > 0) held[0]?.end(toSuccess('done'));
  await engine.stop();
});

it('runs an agent of the command line with its input and with variables of Toolyard', async () => {
  const parameters = {
    operation: 'command',
    command: 'claude',
    args: ['-p', '{path}'],
    input: 'Hi',
    envFrom: ['KEY'],
    cwd: 'x',
  };
  const action: Hook['action'] = { type: 'agent', parameters: { ...parameters, operation: 'command', timeout: 5000 } };
  const setup = create(createHook('review', { action }), async () => ANSWER);
  const programs: ProgramRun[] = [];
  setup.fake.programs = {
    async run(program) {
      programs.push(program);
      return { outcome: 'exited', exitCode: 3, stdout: 'out', stderr: 'no key' };
    },
  };
  const record = await run(setup);
  expect(programs).toEqual([
    {
      command: 'claude',
      args: ['-p', 'a.md'],
      cwd: 'x',
      env: { TOOLYARD_HOOK_CHAIN: expect.stringContaining('"hook":"review"') },
      passed: ['KEY'],
      input: 'Hi',
      timeoutMs: 5000,
    },
  ]);
  expect(record).toMatchObject({
    target: 'agent claude',
    status: 'error',
    reason: 'exit code 3: no key',
    result: { exitCode: 3, stdout: 'out', stderr: 'no key' },
  });
  expect(setup.tasks).toEqual([]);
});

it('keeps no secret of the prompt', async () => {
  const setup = create(askHook({ prompt: 'Use hunter22 for {path}' }), async () => ({ ...ANSWER, text: 'hunter22' }));
  setup.fake.redact = (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter22', '***'));
  expect(JSON.stringify(await run(setup))).not.toContain('hunter22');
});
