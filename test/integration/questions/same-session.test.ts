import { createLinkPair, type Frame } from '@toolyard/core';
import { createConfiguration, createTestClient, waitUntil, type FakeServer, type TestClient } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callsOf, EVERYTHING, FORM, nextQuestion, openQuestions } from './open-questions.ts';

const patient = { healthCheckMs: 100_000_000 };
const toolCall = { name: 'a__work', arguments: {} };
const session = 'stateless';

/** Requests of clients that have one session in common, as those without a token have: each comes on a link of its own. */
async function openSession(sharing: 'shared' | 'per-session' = 'shared', settings: object = {}) {
  const configuration = createConfiguration({ a: { sharing, era: 'legacy' } }, { ...patient, ...settings });
  const opened = await openQuestions({ a: {} }, configuration);
  const { gateway, links } = opened;
  const come = async (options: object = { session }, capabilities: object = EVERYTHING): Promise<TestClient> => {
    const pair = createLinkPair();
    gateway.accept(pair.near, options);
    const client = createTestClient(pair.far);
    await client.initialize('2025-11-25', capabilities);
    return client;
  };
  /** Calls, and gives the copy that the call reached. */
  const call = async (client: TestClient): Promise<{ server: FakeServer; arrived: Frame; answer: Promise<Frame> }> => {
    const before = new Set(links.all.flatMap(({ server }) => callsOf(server)));
    const answer = client.request('tools/call', toolCall);
    const find = () =>
      links.all
        .flatMap(({ server }) => callsOf(server).map((arrived) => ({ server, arrived })))
        .find(({ arrived }) => !before.has(arrived));
    await waitUntil(() => find() !== undefined);
    const found = find();
    if (found === undefined) throw new Error('no call');
    return { ...found, answer };
  };
  return { ...opened, come, call };
}

const SEVERAL =
  'Several clients are using server "a", so Toolyard cannot tell which of them its question is for. Set "sharing": "per-session" for it.';

describe('a question on a link that all share', () => {
  it('reaches no request while several of the session wait for nothing', async () => {
    const { come, call } = await openSession();
    const [one, two] = [await come(), await come()];
    const { server } = await call(one);
    await call(two);
    expect((await server.ask('elicitation/create', FORM)).value('error')).toEqual({ code: -32603, message: SEVERAL });
    expect([one.questions, two.questions]).toEqual([[], []]);
  });

  it('reaches the only request of the session that waits for nothing, and then the one that was asked last', async () => {
    const { come, call } = await openSession();
    const [left, asked] = [await come(), await come()];
    const { server } = await call(left);
    void server.ask('elicitation/create', FORM);
    await nextQuestion(left);
    await call(asked);
    void server.ask('elicitation/create', FORM);
    void server.ask('elicitation/create', FORM);
    await nextQuestion(asked, 1);
    expect(left.questions).toHaveLength(1);
  });

  it('reaches a request again that was asked before, while it is the only one', async () => {
    const { come, call } = await openSession();
    const client = await come();
    const { server } = await call(client);
    for (let count = 0; count < 2; count++) {
      const answer = server.ask('elicitation/create', FORM);
      client.respond(await nextQuestion(client, count), { count });
      expect((await answer).value('result')).toEqual({ count });
    }
  });

  it('reaches the one client that is known to have made all these requests, in the one that waits for nothing', async () => {
    const { come, call } = await openSession();
    const [one, two] = [await come({ session, oneClient: true }), await come({ session, oneClient: true })];
    const { server } = await call(one);
    await call(two);
    for (const client of [one, two]) {
      void server.ask('elicitation/create', FORM);
      await nextQuestion(client);
    }
  });

  it.each([true, false])('is told from another process whether a session is one client: %s', async (oneClient) => {
    const { come, call } = await openSession();
    const join = async (): Promise<TestClient> => {
      const client = await come({ trusted: true });
      client.notify('notifications/toolyard/session', { session, oneClient });
      return client;
    };
    const [one, two] = [await join(), await join()];
    const { server } = await call(one);
    await call(two);
    const answer = server.ask('elicitation/create', FORM);
    if (oneClient) one.respond(await nextQuestion(one), {});
    expect((await answer).value('error')).toEqual(oneClient ? undefined : { code: -32603, message: SEVERAL });
  });

  it('that belongs to no request is not put to whoever makes a stateless one meanwhile', async () => {
    const { come, server } = await openSession();
    const client = await come();
    expect((await server('a').ask('elicitation/create', FORM)).value('error')).toMatchObject({ code: -32601 });
    expect(client.questions).toEqual([]);
  });
});

describe('a server with "sharing": "per-session"', () => {
  it('runs once for each request at a time that can be asked, and each is asked what is about it', async () => {
    const { come, call } = await openSession('per-session');
    const [attacker, victim] = [await come(), await come()];
    const slow = await call(attacker);
    const { server } = await call(victim);
    expect(server).not.toBe(slow.server);
    void server.ask('elicitation/create', FORM);
    void slow.server.ask('roots/list');
    expect((await nextQuestion(victim)).method).toBe('elicitation/create');
    expect((await nextQuestion(attacker)).method).toBe('roots/list');
  });

  it('is the same for requests one after the other, and for those that cannot be asked', async () => {
    const { come, call, links } = await openSession('per-session');
    const first = await call(await come());
    first.server.answer(first.arrived, { content: [] });
    await first.answer;
    expect((await call(await come())).server).toBe(first.server);
    const unable = [await come({ session }, {}), await come({ session }, {})];
    const [one, two] = [await callEach(unable[0], call), await callEach(unable[1], call)];
    expect(one).toBe(two);
    expect(links.all).toHaveLength(3);
  });

  it('is shared by requests where no more copies may run, and then asks none of them', async () => {
    const { come, call } = await openSession('per-session', { sessionCopyLimit: 1 });
    const [one, two] = [await come(), await come()];
    const { server } = await call(one);
    expect((await call(two)).server).toBe(server);
    expect((await server.ask('elicitation/create', FORM)).value('error')).toEqual({
      code: -32603,
      message:
        'Several requests share this copy of server "a" because no more copies may run ("sessionCopyLimit"), so Toolyard cannot tell which of them its question is for. Answer or end other requests first.',
    });
    expect([...one.questions, ...two.questions]).toEqual([]);
  });

  it('runs once for all requests of one client', async () => {
    const { come, call } = await openSession('per-session');
    const one = await call(await come({ session, oneClient: true }));
    expect((await call(await come({ session, oneClient: true }))).server).toBe(one.server);
  });
});

async function callEach(
  client: TestClient | undefined,
  call: (client: TestClient) => Promise<{ server: FakeServer }>,
): Promise<FakeServer | undefined> {
  return client === undefined ? undefined : (await call(client)).server;
}
