import type { Frame } from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callWork, FORM, nextQuestion, openQuestions } from './open-questions.ts';

const SEVERAL =
  'Several clients are using server "a", so Toolyard cannot tell which of them its question is for. Set "sharing": "per-session" for it.';

describe('a question of a server', () => {
  it('reaches the client whose call caused it, and its answer the server, each under its own id', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    const { answer, arrived } = await callWork(client, server('a'));
    const asked = server('a').ask('elicitation/create', FORM);
    const question = await nextQuestion(client);
    expect(question.value('params')).toEqual(FORM);
    expect(client.questions[0]?.relatedTo).toBe(2);
    client.respond(question, { action: 'accept', content: { x: 1 } });
    const got = await asked;
    expect(got.id).toBe('question-1');
    expect(got.text('result')).toContain('accept');
    server('a').answer(arrived, { content: [] });
    expect((await answer).text('result')).toBe('{"content":[]}');
    expect(client.notifications).toEqual([]);
  });

  it('reaches the client of the related request where the link tells it', async () => {
    const { join, server } = await openQuestions();
    const [one, two] = [await join(), await join()];
    const first = await callWork(one, server('a'));
    const second = await callWork(two, server('a'));
    const asked = [
      server('a').ask('elicitation/create', { ...FORM, message: 'to one' }, first.arrived.id),
      server('a').ask('sampling/createMessage', { messages: [], maxTokens: 2 }, second.arrived.id),
    ];
    const [forOne, forTwo] = [await nextQuestion(one), await nextQuestion(two)];
    expect([forOne.param('message'), forTwo.method]).toEqual(['to one', 'sampling/createMessage']);
    two.respond(forTwo, { of: 'two' });
    one.respond(forOne, { of: 'one' });
    expect((await Promise.all(asked)).map((answer) => answer.value('result'))).toEqual([{ of: 'one' }, { of: 'two' }]);
    expect([one.questions.length, two.questions.length]).toEqual([1, 1]);
  });

  it('is refused with the name of the setting where several clients are in flight', async () => {
    const { join, server } = await openQuestions();
    const [one, two] = [await join(), await join()];
    await callWork(one, server('a'));
    await callWork(two, server('a'));
    expect((await server('a').ask('elicitation/create', FORM)).value('error')).toEqual({
      code: -32603,
      message: SEVERAL,
    });
    expect([...one.questions, ...two.questions]).toEqual([]);
  });

  it('reaches a client that has several calls in flight', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    await callWork(client, server('a'));
    await callWork(client, server('a'));
    void server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    expect(client.questions[0]?.relatedTo).toBe(3);
  });

  it('stays open while its client has another call in flight, since it may be about that one', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    const calls = [await callWork(client, server('a')), await callWork(client, server('a'))];
    const [first, second] = calls;
    const asked = ['one', 'two'].map((message) => server('a').ask('elicitation/create', { ...FORM, message }));
    await nextQuestion(client, 1);
    server('a').answer(second?.arrived as Frame, { content: [] });
    await second?.answer;
    client.respond(client.questions[0]?.frame, { action: 'accept' });
    expect((await asked[0])?.value('result')).toEqual({ action: 'accept' });
    expect(client.notifications).toEqual([]);
    server('a').answer(first?.arrived as Frame, { content: [] });
    await first?.answer;
    expect((await asked[1])?.value('error')).toMatchObject({ code: -32603 });
    expect(client.notifications.map(({ method }) => method)).toEqual(['notifications/cancelled']);
  });

  it('is refused where the request it is related to is over', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    const { arrived } = await callWork(client, server('a'));
    server('a').answer(arrived, { content: [] });
    expect((await server('a').ask('elicitation/create', FORM, arrived.id)).value('error')).toEqual({
      code: -32603,
      message: 'The request that the question belongs to has ended.',
    });
  });

  it.each([
    ['sampling/createMessage', {}, {}, 'sampling'],
    ['sampling/createMessage', { tools: [] }, { sampling: {} }, 'tools in sampling ("sampling.tools")'],
    ['sampling/createMessage', { toolChoice: {} }, { sampling: {} }, 'tools in sampling ("sampling.tools")'],
    ['elicitation/create', FORM, { sampling: {} }, 'elicitation'],
    ['elicitation/create', { mode: 'url' }, { elicitation: {} }, 'elicitation by URL ("elicitation.url")'],
    ['elicitation/create', { mode: 'url' }, { elicitation: { form: {} } }, 'elicitation by URL ("elicitation.url")'],
    ['elicitation/create', FORM, { elicitation: { url: {} } }, 'elicitation by form ("elicitation.form")'],
    ['roots/list', {}, { sampling: {} }, 'roots'],
  ])('of %s with %j is refused for a client with %j', async (method, params, capabilities, missing) => {
    const { join, server } = await openQuestions();
    const client = await join(capabilities);
    await callWork(client, server('a'));
    expect((await server('a').ask(method, params)).value('error')).toEqual({
      code: -32601,
      message: `The client does not support ${missing}.`,
    });
    expect(client.questions).toEqual([]);
  });

  it.each([
    ['sampling/createMessage', { includeContext: 'thisServer' }, { sampling: {} }],
    ['sampling/createMessage', { tools: [] }, { sampling: { tools: {} } }],
    ['elicitation/create', FORM, { elicitation: {} }],
    ['elicitation/create', { mode: 'url' }, { elicitation: { url: {} } }],
    ['roots/list', {}, { roots: {} }],
  ])('of %s with %j reaches a client with %j', async (method, params, capabilities) => {
    const { join, server } = await openQuestions();
    const client = await join(capabilities);
    await callWork(client, server('a'));
    void server('a').ask(method, params);
    expect((await nextQuestion(client)).method).toBe(method);
  });

  it('of a kind that is unknown is refused, and a ping is answered', async () => {
    const { join, server } = await openQuestions();
    await callWork(await join(), server('a'));
    expect((await server('a').ask('tea/make')).value('error')).toEqual({
      code: -32601,
      message: 'Method not found: tea/make',
    });
    expect((await server('a').ask('ping')).value('result')).toEqual({});
  });
});

describe('a question is taken back', () => {
  const cancelled = [{ method: 'notifications/cancelled', requestId: 1 }];
  const seen = (client: { notifications: readonly Frame[] }): unknown =>
    client.notifications.map((frame) => ({ method: frame.method, requestId: frame.param('requestId') }));

  it('with the answer to its request', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    const { answer, arrived } = await callWork(client, server('a'));
    const asked = server('a').ask('elicitation/create', FORM);
    const question = await nextQuestion(client);
    server('a').answer(arrived, { content: [] });
    await answer;
    expect(seen(client)).toEqual(cancelled);
    expect((await asked).value('error')).toMatchObject({
      message: 'The request that the question belongs to has ended.',
    });
    client.respond(question, { action: 'accept' });
    await client.request('ping');
    expect(server('a').received.filter((frame) => frame.id === 'question-1')).toHaveLength(1);
  });

  it('by its server', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    await callWork(client, server('a'));
    void server('a').ask('elicitation/create', FORM);
    const question = await nextQuestion(client);
    server('a').notify('notifications/cancelled', { requestId: 'question-1' });
    await waitUntil(() => client.notifications.length > 0);
    expect(seen(client)).toEqual(cancelled);
    client.respond(question, { action: 'accept' });
    await client.request('ping');
    expect(server('a').received.filter((frame) => frame.id === 'question-1')).toEqual([]);
  });

  it('with the cancellation of its request', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    const { arrived } = await callWork(client, server('a'));
    const asked = server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    client.notify('notifications/cancelled', { requestId: 2 });
    expect((await asked).value('error')).toMatchObject({ code: -32603 });
    expect(seen(client)).toEqual(cancelled);
    const told = server('a').received.filter((frame) => frame.method === 'notifications/cancelled');
    expect(told.map((frame) => frame.param('requestId'))).toEqual([arrived.id]);
  });

  it('with the link to its server', async () => {
    const { join, server, links } = await openQuestions();
    const client = await join();
    const { answer } = await callWork(client, server('a'));
    void server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    links.starts.get('a')?.pair.breakOff('exited with code 1');
    expect((await answer).text('result')).toContain('Server \\"a\\" exited with code 1');
    expect(seen(client)).toEqual(cancelled);
  });

  it('with its client', async () => {
    const { join, server } = await openQuestions();
    const client = await join();
    await callWork(client, server('a'));
    const asked = server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    await client.leave();
    expect((await asked).value('error')).toMatchObject({ code: -32603 });
  });

  it('after 10 minutes, with its request', async () => {
    const { join, server, clock } = await openQuestions();
    const client = await join();
    const { answer, arrived } = await callWork(client, server('a'));
    const asked = server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    clock.advance(599_999);
    await client.request('ping');
    expect(seen(client)).toEqual([]);
    clock.advance(1);
    expect((await answer).value('result')).toEqual({
      content: [
        {
          type: 'text',
          text: 'Server "a" asked a question that was not answered within 10 minutes, so the request was cancelled. Send it again to be asked again.',
        },
      ],
      isError: true,
    });
    expect(seen(client)).toEqual(cancelled);
    await asked;
    const told = server('a').received.filter((frame) => frame.method === 'notifications/cancelled');
    expect(told.map((frame) => frame.param('requestId'))).toEqual([arrived.id]);
  });
});

describe('what a server is told about its clients', () => {
  it('is all that can be passed on, where it is shared over stdio', async () => {
    const { server } = await openQuestions();
    const hello = server('a').received.find((frame) => frame.method === 'initialize');
    expect(hello?.param('capabilities')).toEqual({
      sampling: {},
      elicitation: { form: {}, url: {} },
      roots: { listChanged: true },
    });
  });
});
