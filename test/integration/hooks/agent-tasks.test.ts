import type { AgentAnswer, AgentTask } from '@toolyard/hooks';
import { agentModels } from '@toolyard/host/assistant';
import { systemClock } from '@toolyard/node';
import { createLocalYard, type LocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createMemoryLog,
  startModelServer,
  waitUntil,
  type FakeServerOptions,
  type ModelApi,
  type ModelServer,
  type ServedTurn,
} from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

const FILES: FakeServerOptions = {
  tools: ['read', 'wipe', 'wait'],
  define: (name) => (name === 'wipe' ? { annotations: { destructiveHint: true } } : {}),
  call(name, request) {
    if (name === 'wait') return undefined;
    const text = `${name} ${JSON.stringify(request.param('arguments') ?? {})} token-0123456`;
    return JSON.stringify({ content: [{ type: 'text', text }] });
  },
};

interface Asked {
  readonly yard: LocalYard;
  readonly model: ModelServer;
  ask(changes?: Partial<AgentTask>, signal?: AbortSignal): Promise<AgentAnswer>;
}

/** A yard with the server `files`, and a runner whose model plays these turns. */
async function open(
  api: ModelApi,
  turns: readonly ServedTurn[],
  env: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const model = await startModelServer(api, turns);
  onTestFinished(() => model.stop());
  const yard = createLocalYard({
    configuration: createConfiguration({ files: {} }),
    links: createFakeLinkStarter({ files: FILES }),
    clock: createFakeClock(),
    log: createMemoryLog(),
    client: { name: 'test', version: '0' },
    chainId: 'y',
  });
  await yard.settled({ signal: new AbortController().signal });
  const surroundings = {
    env: { ...model.environment, ...env },
    cwd: '/',
    homeDir: '/',
    platform: process.platform,
    userId: 0,
  };
  const runner = agentModels.createRunner(
    { surroundings, clock: systemClock },
    {
      yard,
      settings: () => ({ ...createConfiguration({}).settings, model: model.modelId }),
      redact: (value) => String(value).replaceAll('token-0123456', '***'),
    },
  );
  const task: AgentTask = {
    id: 'r1',
    prompt: 'Read it.',
    system: 'Be brief.',
    servers: ['files'],
    turns: 10,
    session: 'hook:r1',
    explainForbidden: ({ name }) => (name === 'wipe' ? 'files:wipe was not called: no' : undefined),
    refusal: async () => undefined,
    caller: yard.caller,
    noteRefusal: (call, why) => yard.calls.noteRefusal({ ...call, origin: 'hook' }, why),
  };
  const forever = new AbortController().signal;
  return { yard, model, ask: (changes, signal = forever) => runner.ask({ ...task, ...changes }, signal) };
}

const call = (tool: string) => ({ tool, arguments: { path: 'a' } });

describe.each(['openai', 'google', 'ollama'] as const)('a task for a model of %s', (api) => {
  it('has the tools that are allowed, and is told why others are not called', async () => {
    const { ask, model, yard } = await open(api, [
      { text: 'So. ', calls: [call('files:read'), call('files:wipe'), call('other:tool')] },
      { text: 'Done.' },
    ]);
    const answer = await ask({ prompt: 'Use token-0123456.' });
    expect(answer).toMatchObject({
      model: model.modelId,
      end: 'stop',
      text: 'So. Done.',
      calls: [
        { tool: 'files:read', status: 'success' },
        { tool: 'files:wipe', status: 'error', reason: 'files:wipe was not called: no' },
        { status: 'error', reason: expect.stringMatching(/not found|not available/) },
      ],
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
    expect(model.mistakes).toEqual([]);
    expect(model.requests[0]).toMatchObject({ tools: ['files__read', 'files__wait'], news: ['Use ***.'] });
    const news = model.requests[1]?.news.join('\n');
    expect(news).toContain('files:wipe was not called: no');
    expect(news).toContain('read {"path":"a"} ***');
    const history = yard.calls.history().map(({ tool, status, approval }) => [tool, status, approval]);
    expect(history).toContainEqual(['files:read', 'success', 'remembered']);
    expect(history).toContainEqual(['files:wipe', 'error', undefined]);
  });
});

describe('a task', () => {
  it('makes no more calls once its hook is not approved any more, and goes on', async () => {
    const { ask, model, yard } = await open('anthropic', [
      { calls: [call('files:read')] },
      { calls: [call('files:read')] },
      { text: 'Stopped.' },
    ]);
    const wasCalled = () => yard.calls.history().some(({ status }) => status === 'success');
    const refusal = async () => (wasCalled() ? 'changed since approved' : undefined);
    expect(await ask({ refusal })).toMatchObject({
      end: 'stop',
      text: 'Stopped.',
      calls: [{ status: 'success' }, { status: 'error', reason: expect.stringContaining('the hook is changed since') }],
    });
    expect(yard.calls.history().filter(({ status }) => status === 'success')).toHaveLength(1);
    expect(model.requests[2]?.news.join()).toContain('No more tools are called');
  });

  it('ends at its turn cap, and says so', async () => {
    const { ask } = await open('anthropic', [
      { calls: [call('files:read')] },
      { text: 'Again. ', calls: [call('files:read')] },
    ]);
    expect(await ask({ turns: 2 })).toMatchObject({
      end: 'turn-cap',
      message: 'Turn limit reached (2): the model was asked 2 times for one answer',
      text: 'Again. ',
    });
  });

  it.each<[string, ServedTurn, (asked: Asked) => boolean]>([
    ['its answer', { text: 'Half', ends: 'silence' }, ({ model }) => model.requests.length === 1],
    ['a call', { text: 'Half', calls: [call('files:wait')] }, ({ yard }) => yard.calls.active().length === 1],
  ])('ends at once during %s when it is stopped', async (_, turn, isUnderWay) => {
    const asked = await open('anthropic', [turn]);
    const stop = new AbortController();
    const answered = asked.ask({}, stop.signal);
    await waitUntil(() => isUnderWay(asked));
    stop.abort(new Error('over'));
    expect(await answered).toMatchObject({ end: 'stopped' });
    await waitUntil(() => asked.model.connections() === 0 && asked.yard.calls.active().length === 0);
  });

  it.each<[string, ServedTurn, RegExp]>([
    ['a wrong request', { status: 400, message: 'no such thing' }, /no such thing/],
    ['a provider that fails', { status: 500, message: 'it broke' }, /it broke/],
    ['a provider that is busy for long', { status: 429, message: 'slow down', retryAfter: '600' }, /slow down/],
    ['an answer that is cut off', { text: 'Half', ends: 'cut' }, /closed the connection/],
  ])('says what its provider says about %s', async (_, turn, message) => {
    const { ask } = await open('anthropic', [turn]);
    expect(await ask()).toMatchObject({ end: 'error', message: expect.stringMatching(message) });
  });

  it('says what to set where no model can be asked', async () => {
    const none = await open('anthropic', [], { ANTHROPIC_API_KEY: '' });
    await expect(none.ask()).rejects.toMatchObject({ code: 'model-key-missing' });
    await expect(none.ask({ model: 'nobody/x' })).rejects.toMatchObject({ code: 'model-not-chosen' });
    expect(none.model.requests).toEqual([]);
  });

  it('says where a model can be chosen, in the words of a hooks file', async () => {
    const surroundings = { env: {}, cwd: '/', homeDir: '/', platform: process.platform, userId: 0 };
    const finding = agentModels.findModel({ surroundings, clock: systemClock }, undefined, {});
    await expect(finding).rejects.toMatchObject({
      code: 'model-not-chosen',
      message: expect.stringContaining(
        '"model" of the action, TOOLYARD_MODEL or "toolyard.model" in the configuration',
      ),
    });
  });

  it('has a prompt that fits its model, or is not asked at all', async () => {
    const { ask, model } = await open('anthropic', [{ text: 'x' }]);
    const answer = await ask({ prompt: 'word '.repeat(1_000_000) });
    expect(answer).toMatchObject({ end: 'error', message: expect.stringContaining('too many for') });
    expect(model.requests).toEqual([]);
  });
});
