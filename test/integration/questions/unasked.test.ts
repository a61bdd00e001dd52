import { createErrorResponse, type Frame } from '@toolyard/core';
import { createConfiguration, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callWork, EVERYTHING, FORM, nextQuestion, openQuestions } from './open-questions.ts';

const isChange = (frame: Frame): boolean => frame.method === 'notifications/roots/list_changed';

describe('a question that belongs to no request', () => {
  it('of roots goes to the only client that has roots', async () => {
    const { join, server } = await openQuestions();
    await join({ sampling: {} });
    const client = await join({ roots: {} });
    const asked = server('a').ask('roots/list');
    client.respond(await nextQuestion(client), { roots: [] });
    expect((await asked).value('result')).toEqual({ roots: [] });
    expect(client.questions[0]?.relatedTo).toBeUndefined();
  });

  it('of roots is refused with the name of the setting where several have roots', async () => {
    const { join, server } = await openQuestions();
    const clients = [await join(), await join()];
    expect((await server('a').ask('roots/list')).value('error')).toEqual({
      code: -32603,
      message:
        'Several clients are using server "a", so Toolyard cannot tell which of them its question is for. Set "sharing": "per-session" for it.',
    });
    expect(clients.flatMap((client) => client.questions)).toEqual([]);
  });

  it('is refused where nobody can be asked', async () => {
    const { join, server } = await openQuestions();
    await join({ sampling: {} });
    expect((await server('a').ask('roots/list')).value('error')).toEqual({
      code: -32601,
      message: 'No client is connected that could be asked "roots/list".',
    });
  });

  it('of another kind goes to a client that is alone', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    void server('a').ask('elicitation/create', FORM);
    expect((await nextQuestion(client)).method).toBe('elicitation/create');
  });

  it('of another kind is refused where it may be about another client', async () => {
    const { join, server } = await openQuestions();
    const [client] = [await join(), await join({})];
    expect((await server('a').ask('elicitation/create', FORM)).value('error')).toMatchObject({ code: -32603 });
    expect(client.questions).toEqual([]);
  });

  it('expires after 10 minutes', async () => {
    const { join, server, clock } = await openQuestions();
    const client = await join();
    const asked = server('a').ask('roots/list');
    await nextQuestion(client);
    clock.advance(600_000);
    expect((await asked).value('error')).toEqual({
      code: -32603,
      message: 'The client did not answer within 10 minutes.',
    });
  });

  it('ends with its client', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    const asked = server('a').ask('roots/list');
    await nextQuestion(client);
    await client.leave();
    expect((await asked).value('error')).toEqual({ code: -32603, message: 'The client is gone.' });
  });
});

describe('roots', () => {
  it('are announced when their client has shaken hands, and when they change', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    await waitUntil(() => server('a').received.filter(isChange).length === 1);
    client.notify('notifications/roots/list_changed');
    await waitUntil(() => server('a').received.filter(isChange).length === 2);
  });

  it('are not announced to shared servers where several clients have some', async () => {
    const { join, server } = await openQuestions();
    const one = await join();
    await waitUntil(() => server('a').received.some(isChange));
    const two = await join();
    one.notify('notifications/roots/list_changed');
    two.notify('notifications/roots/list_changed');
    await Promise.all([one.request('ping'), two.request('ping')]);
    await callWork(one, server('a'));
    expect(server('a').received.filter(isChange)).toHaveLength(1);
  });

  it('are announced again when the other client that had some has left', async () => {
    const { join, server } = await openQuestions();
    const one = await join();
    await waitUntil(() => server('a').received.some(isChange));
    const [two, three] = [await join(), await join({ elicitation: {} })];
    await three.leave();
    await one.leave();
    await waitUntil(() => server('a').received.filter(isChange).length === 2);
    const asked = server('a').ask('roots/list');
    two.respond(await nextQuestion(two), { roots: [] });
    expect((await asked).value('result')).toEqual({ roots: [] });
    await two.leave();
    await callWork(await join({}), server('a'));
    expect(server('a').received.filter(isChange)).toHaveLength(2);
  });

  it('are not announced for a client without', async () => {
    const { join, server } = await openQuestions();
    const client = await join({ elicitation: {} });
    client.notify('notifications/roots/list_changed');
    await callWork(client, server('a'));
    expect(server('a').received.filter(isChange)).toEqual([]);
  });
});

describe('the end of an elicitation by URL', () => {
  const complete = 'notifications/elicitation/complete';

  it('is told to the client that was asked, and to nobody else', async () => {
    const { join, server } = await openQuestions();
    const [one, two] = [await join(), await join()];
    const { arrived } = await callWork(one, server('a'));
    const params = { mode: 'url', url: 'https://x/', elicitationId: 'e1', message: 'm' };
    void server('a').ask('elicitation/create', params, arrived.id);
    one.respond(await nextQuestion(one), { action: 'accept' });
    server('a').notify(complete, { elicitationId: 'e1' });
    server('a').notify(complete, { elicitationId: 'e2' });
    await waitUntil(() => one.notifications.length > 0);
    await two.request('ping');
    expect(one.notifications.map((frame) => frame.param('elicitationId'))).toEqual(['e1']);
    expect(two.notifications).toEqual([]);
  });

  it('is told to the client that got it with an error', async () => {
    const { join, server, links } = await openQuestions();
    const [one, two] = [await join(EVERYTHING), await join(EVERYTHING)];
    const { arrived, answer } = await callWork(two, server('a'));
    const error = { code: -32042, message: 'm', data: { elicitations: [{ mode: 'url', elicitationId: 'e3' }] } };
    void links.starts.get('a')?.pair.far.send(createErrorResponse(arrived.id ?? 0, error));
    expect((await answer).value('error')).toEqual(error);
    server('a').notify(complete, { elicitationId: 'e3' });
    await waitUntil(() => two.notifications.length > 0);
    await one.request('ping');
    expect([one.notifications.length, two.notifications.length]).toEqual([0, 1]);
  });
});

describe('subscriptions at a server that each session has for itself', () => {
  it('are made at each copy, and updates reach its own client', async () => {
    const configuration = createConfiguration(
      { a: { sharing: 'per-session', era: 'legacy' } },
      { healthCheckMs: 100_000_000 },
    );
    const { join, links } = await openQuestions(
      {
        a: {
          capabilities: { tools: {}, resources: { subscribe: true } },
          answer: ({ method }) =>
            method === 'resources/list' ? '{"resources":[{"uri":"a://1","name":"one"}]}' : '{"resourceTemplates":[]}',
        },
      },
      configuration,
    );
    const clients = [await join(), await join()];
    for (const client of clients) await client.request('resources/subscribe', { uri: 'a://1' });
    const copies = links.all.slice(1).map((start) => start.server);
    expect(
      copies.map((copy) => copy.received.filter((frame) => frame.method === 'resources/subscribe').length),
    ).toEqual([1, 1]);
    copies[1]?.notify('notifications/resources/updated', { uri: 'a://1' });
    const updates = (): number[] =>
      clients.map(
        (client) => client.notifications.filter((frame) => frame.method === 'notifications/resources/updated').length,
      );
    await waitUntil(() => updates()[1] === 1);
    await clients[0]?.request('ping');
    expect(updates()).toEqual([0, 1]);
  });
});
