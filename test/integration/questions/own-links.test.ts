import {
  createLinkPair,
  createRequest,
  DEFAULT_SETTINGS,
  ToolyardError,
  type Configuration,
  type Frame,
  type UrlServer,
} from '@toolyard/core';
import { createLocalYard } from '@toolyard/runtime';
import {
  createConfiguration,
  createFakeClock,
  createFakeLinkStarter,
  createFakeServerMemory,
  createTestClient,
  waitUntil,
  type FakeServer,
  type FakeServerOptions,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callsOf, FORM, nextQuestion, openQuestions } from './open-questions.ts';

const patient = { healthCheckMs: 100_000_000 };
const perSession = createConfiguration({ a: { sharing: 'per-session', era: 'legacy' } }, patient);

const greeting = (server: FakeServer): Frame | undefined =>
  server.received.find((frame) => frame.method === 'initialize');

const toolCall = { name: 'a__work', arguments: {} };

async function openOwn(options: Partial<FakeServerOptions> = {}, configuration = perSession) {
  const opened = await openQuestions({ a: options }, configuration);
  const { links, yard } = opened;
  const started = async (count: number): Promise<FakeServer> => {
    await waitUntil(() => links.all.length >= count);
    const start = links.all[count - 1];
    if (start === undefined) throw new Error('not started');
    await waitUntil(() => callsOf(start.server).length > 0);
    return start.server;
  };
  await waitUntil(() => yard.server('a')?.state !== 'starting');
  return { ...opened, started };
}

describe('a server with "sharing": "per-session"', () => {
  it('is idle when what it offers is known', async () => {
    const { yard, links, join } = await openOwn();
    expect(yard.server('a')).toMatchObject({ state: 'idle', tools: 1 });
    await waitUntil(() => links.all.length === 1);
    await expect(links.all[0]?.pair.near.closed).resolves.toMatchObject({ expected: true });
    const client = await join({ sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } });
    expect((await client.request('tools/list')).text('result')).toContain('a__work');
    expect(links.all).toHaveLength(1);
  });

  it('is started for each client with what that client can be asked, without its tasks', async () => {
    const { join, started } = await openOwn();
    const one = await join({ sampling: {}, tasks: { list: {} } });
    const two = await join({});
    void one.request('tools/call', toolCall);
    const first = await started(2);
    void two.request('tools/call', toolCall);
    const second = await started(3);
    expect([first, second].map((server) => greeting(server)?.param('capabilities'))).toEqual([{ sampling: {} }, {}]);
    expect(greeting(first)?.param('clientInfo')).toEqual({ name: 'toolyard', version: '0' });
  });

  it('asks its own client, whoever else is in flight', async () => {
    const { join, started } = await openOwn();
    const [one, two] = [await join(), await join()];
    const answers = [one.request('tools/call', toolCall)];
    const first = await started(2);
    answers.push(two.request('tools/call', toolCall));
    const second = await started(3);
    const asked = [first, second].map((server, index) => server.ask('elicitation/create', { ...FORM, index }));
    for (const client of [two, one]) {
      const question = await nextQuestion(client);
      client.respond(question, { of: question.param('index') });
    }
    expect((await Promise.all(asked)).map((answer) => answer.value('result'))).toEqual([{ of: 0 }, { of: 1 }]);
    for (const server of [first, second]) for (const call of callsOf(server)) server.answer(call, { content: [] });
    await Promise.all(answers);
  });

  it('asks its own client also outside of any request', async () => {
    const { join, started } = await openOwn();
    const [one, two] = [await join(), await join()];
    const answer = one.request('tools/call', toolCall);
    const first = await started(2);
    for (const call of callsOf(first)) first.answer(call, { content: [] });
    await answer;
    void first.ask('roots/list');
    expect((await nextQuestion(one)).method).toBe('roots/list');
    expect(two.questions).toEqual([]);
  });

  it('ends with its client, and with nobody else', async () => {
    const { join, started, links } = await openOwn();
    const [one, two] = [await join(), await join()];
    void one.request('tools/call', toolCall);
    await started(2);
    const answer = two.request('tools/call', toolCall);
    const second = await started(3);
    await one.leave();
    await expect(links.all[1]?.pair.near.closed).resolves.toMatchObject({ expected: true });
    for (const call of callsOf(second)) second.answer(call, { content: [] });
    expect((await answer).text('result')).toBe('{"content":[]}');
  });

  it('that is lost says so, and is started again by the next request', async () => {
    const { join, started, links } = await openOwn();
    const client = await join();
    const lost = client.request('tools/call', toolCall);
    await started(2);
    links.all[1]?.pair.breakOff('exited with code 3');
    expect((await lost).text('result')).toContain('Server \\"a\\" exited with code 3');
    const answer = client.request('tools/call', toolCall);
    const again = await started(3);
    for (const call of callsOf(again)) again.answer(call, { content: [] });
    await answer;
  });

  it('is not started again before nothing of the last copy is left', async () => {
    const { join, started, links } = await openOwn();
    const client = await join();
    const lost = client.request('tools/call', toolCall);
    await started(2);
    let letGo: () => void = () => undefined;
    const near = links.all[1]?.pair.near;
    if (near !== undefined) near.close = () => new Promise((resolve) => (letGo = resolve));
    links.all[1]?.pair.breakOff('exited with code 3');
    await lost;
    void client.request('tools/call', toolCall);
    await client.request('ping');
    expect(links.all).toHaveLength(2);
    letGo();
    await started(3);
  });

  it.each([
    ['one for all links of a session that a trusted link names', true, 1],
    ['one for each link where others try to', false, 2],
  ])('is %s', async (_, trusted, copies) => {
    const { gateway, links } = await openOwn({ call: () => '{"content":[]}' });
    for (let count = 0; count < 2; count++) {
      const pair = createLinkPair();
      gateway.accept(pair.near, { trusted });
      const client = createTestClient(pair.far);
      client.notify('notifications/toolyard/session', { session: 'of a token' });
      await client.request('tools/call', toolCall);
    }
    expect(links.all).toHaveLength(1 + copies);
  });

  it('is started at most 16 times for a session whose requests name ever other capabilities', async () => {
    const { yard, links } = await openOwn();
    const answers: unknown[] = [];
    const send = (n: number): void =>
      void yard.request('a', {
        frame: createRequest(n, 'prompts/get', { name: 'p' }),
        respondent: { session: 's', capabilities: { experimental: { n } }, transient: true },
        onAnswer: (answer) => void answers.push(answer),
      });
    for (let n = 0; n < 17; n++) send(n);
    await waitUntil(() => answers.some(ToolyardError.is));
    expect(answers.filter(ToolyardError.is)).toMatchObject([
      {
        code: 'copy-limit',
        message:
          'Server "a" is not started with these capabilities: it runs 16 times for this client\'s session already. Name capabilities that were named before, or wait until other requests have ended.',
      },
    ]);
    await waitUntil(() => links.all.length === 17);
    send(3);
    await waitUntil(() => answers.length === 18);
    expect(answers.filter(ToolyardError.is)).toHaveLength(1);
  });

  it('ends when it is disabled, and takes no more requests', async () => {
    const { join, started, links, yard } = await openOwn();
    const client = await join();
    const open = client.request('tools/call', toolCall);
    await started(2);
    await yard.disable('a');
    expect((await open).text('result')).toContain('Server \\"a\\" was stopped: it was disabled');
    await links.all[1]?.pair.near.closed;
    expect((await client.request('tools/call', { ...toolCall, name: 'a:work' })).text('result')).toContain('disabled');
    expect(links.all).toHaveLength(2);
  });

  it('ends with the yard', async () => {
    const { join, started, links, yard } = await openOwn();
    void (await join()).request('tools/call', toolCall);
    await started(2);
    await yard.stop();
    await expect(links.all[1]?.pair.near.closed).resolves.toMatchObject({ expected: true });
  });

  it('that is known from an earlier run is not started for its tools, and they are read again from its first copy', async () => {
    const clock = createFakeClock();
    const memory = createFakeServerMemory();
    const open = (tools: readonly string[]) => {
      const links = createFakeLinkStarter({ a: { tools } });
      const yard = createLocalYard({
        configuration: perSession,
        links,
        clock,
        log: { write: () => undefined },
        memory,
        client: { name: 'toolyard', version: '0' },
        chainId: 'y',
      });
      return { links, yard };
    };
    const signal = new AbortController().signal;
    const before = open(['work']);
    await waitUntil(() => before.yard.server('a')?.state === 'idle');
    await before.yard.stop();
    const { links, yard } = open(['work', 'more']);
    await yard.settled({ signal });
    expect(yard.server('a')).toMatchObject({ state: 'idle', tools: 1 });
    expect(links.all).toEqual([]);
    await yard.caller.call({ tool: 'a:work', arguments: {}, origin: 'person' }, signal);
    await waitUntil(() => yard.catalogue.list('tools').length === 2);
    expect(links.all).toHaveLength(1);
  });

  it('changes what is offered to all when one of its copies says so', async () => {
    const { join, started, yard } = await openOwn();
    void (await join()).request('tools/call', toolCall);
    (await started(2)).offer(['work', 'more']);
    await waitUntil(() => yard.catalogue.list('tools').length === 2);
  });

  it('tells logs to its own client alone, at the level that this client wants', async () => {
    const capabilities = { tools: {}, logging: {} };
    const { join, started } = await openOwn({ capabilities, answer: () => '{}' });
    const [one, two] = [await join(), await join()];
    await one.request('logging/setLevel', { level: 'error' });
    void one.request('tools/call', toolCall);
    const first = await started(2);
    const levels = first.received.filter((frame) => frame.method === 'logging/setLevel');
    expect(levels.map((frame) => frame.param('level'))).toEqual(['error']);
    first.notify('notifications/message', { level: 'error', data: 'x' });
    await waitUntil(() => one.notifications.length === 1);
    await two.request('ping');
    expect(two.notifications).toEqual([]);
  });

  it('hears of the roots of its client alone', async () => {
    const { join, started } = await openOwn();
    const [one, two] = [await join(), await join()];
    void one.request('tools/call', toolCall);
    const first = await started(2);
    void two.request('tools/call', toolCall);
    const second = await started(3);
    one.notify('notifications/roots/list_changed');
    const isChange = (frame: Frame): boolean => frame.method === 'notifications/roots/list_changed';
    await waitUntil(() => first.received.some(isChange));
    await one.request('ping');
    expect(second.received.filter(isChange)).toEqual([]);
  });
});

const url: UrlServer = {
  kind: 'url',
  key: 'a',
  transport: 'http',
  url: 'http://x/mcp',
  headers: {},
  enabled: true,
  tools: { exclude: [], rename: {} },
  trust: false,
  start: 'eager',
  sharing: 'shared',
  era: 'legacy',
};
const atUrl: Configuration = { servers: [url], settings: { ...DEFAULT_SETTINGS, ...patient } };

describe('a server at a URL', () => {
  it('has one link for each set of capabilities, and one for clients without', async () => {
    const { join, started, links } = await openOwn({}, atUrl);
    const none = await join({});
    const [one, same, other] = [
      await join({ roots: {}, sampling: { a: 1, b: 2 } }),
      await join({ sampling: { b: 2, a: 1 }, roots: {} }),
      await join({ elicitation: {} }),
    ];
    for (const client of [none, one, same, other]) void client.request('tools/call', toolCall);
    const [main, shared, last] = [await started(1), await started(2), await started(3)];
    await waitUntil(() => callsOf(shared).length === 2);
    expect([main, shared, last].map((server) => greeting(server)?.param('capabilities'))).toEqual([
      {},
      { roots: {}, sampling: { a: 1, b: 2 } },
      { elicitation: {} },
    ]);
    expect([callsOf(main).length, callsOf(last).length, links.all.length]).toEqual([1, 1, 3]);
  });

  it('loses a link when the last client of the set leaves, or after 5 minutes without use', async () => {
    const { join, started, links, clock } = await openOwn({ call: () => '{"content":[]}' }, atUrl);
    const [one, same, other] = [await join({ roots: {} }), await join({ roots: {} }), await join({ elicitation: {} })];
    for (const client of [one, same, other]) await client.request('tools/call', toolCall);
    await started(3);
    const isClosed: boolean[] = [false, false, false];
    links.all.forEach(({ pair }, index) => void pair.near.closed.then(() => (isClosed[index] = true)));
    await one.leave();
    await same.request('ping');
    expect(isClosed).toEqual([false, false, false]);
    await same.leave();
    await waitUntil(() => isClosed[1] === true);
    clock.advance(299_999);
    await other.request('ping');
    expect(isClosed).toEqual([false, true, false]);
    clock.advance(1);
    await waitUntil(() => isClosed[2] === true);
    await other.request('tools/call', toolCall);
    expect(links.all).toHaveLength(4);
  });

  it('is told on each link which log messages are wanted', async () => {
    const capabilities = { tools: {}, logging: {} };
    const { join, started } = await openOwn({ capabilities, answer: () => '{}' }, atUrl);
    const [one, other] = [await join({ roots: {} }), await join({ elicitation: {} })];
    void one.request('tools/call', toolCall);
    const first = await started(2);
    await one.request('logging/setLevel', { level: 'debug' });
    void other.request('tools/call', toolCall);
    const second = await started(3);
    const levels = [first, second].map((server) =>
      server.received.filter((frame) => frame.method === 'logging/setLevel').map((frame) => frame.param('level')),
    );
    expect(levels).toEqual([['debug'], ['debug']]);
  });

  it('keeps 200 clients on one link apart', async () => {
    const { join, started, links } = await openOwn({}, atUrl);
    const clients = await Promise.all(Array.from({ length: 200 }, () => join({ elicitation: {} })));
    const answers = clients.map((client, n) => client.request('tools/call', { name: 'a__work', arguments: { n } }));
    const server = await started(2);
    await waitUntil(() => callsOf(server).length === 25);
    clients.forEach((client, n) => void answerAll(client, n));
    const seen = new Set<Frame>();
    while (seen.size < 200) {
      await waitUntil(() => callsOf(server).length > seen.size, 20_000);
      for (const call of callsOf(server)) {
        if (seen.has(call)) continue;
        seen.add(call);
        const message = String((call.param('arguments') as { n: number }).n);
        void server
          .ask('elicitation/create', { ...FORM, message }, call.id)
          .then((answer) => server.answer(call, { content: [{ type: 'text', text: answer.text('result') }] }));
      }
    }
    const texts = (await Promise.all(answers)).map((answer) => answer.text('result'));
    expect(texts).toEqual(
      clients.map((_, n) => JSON.stringify({ content: [{ type: 'text', text: `"${n} for ${n}"` }] })),
    );
    expect(links.all).toHaveLength(2);
  });
});

async function answerAll(client: Parameters<typeof nextQuestion>[0], n: number): Promise<void> {
  await waitUntil(() => client.questions.length > 0, 60_000);
  const question = await nextQuestion(client);
  client.respond(question, `${String(question.param('message'))} for ${n}`);
}
