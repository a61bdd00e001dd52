import { createNotification, type Frame } from '@toolyard/core';
import { createFakeClock, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import {
  ABLE,
  ALICE,
  askName,
  envelopeWith,
  FORM,
  keysOf,
  openAskingFront,
  resultOf,
  retryOf,
} from './open-asking-front.ts';
import { messagesIn, readEvents } from './open-front.ts';
import { postStateless } from './post-stateless.ts';

const SAMPLE = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };
const SAMPLED = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello' } };
const ROOTS = { roots: [{ uri: 'file:///a' }] };

describe('a question to a stateless client', () => {
  it('ends the response with what is asked, and goes on with the answer in the next', async () => {
    const { call, links } = await openAskingFront(askName);
    const asked = await call({ id: 1 });
    expect(asked).toMatchObject({ status: 200, id: 1, result: { resultType: 'input_required' } });
    expect(asked.result?.['inputRequests']).toEqual({ 'question-1': { method: 'elicitation/create', params: FORM } });
    const answered = await call({ id: 'two', params: retryOf(asked, { 'question-1': ALICE }) });
    expect(answered).toEqual({
      status: 200,
      jsonrpc: '2.0',
      id: 'two',
      result: { got: ALICE, resultType: 'complete' },
    });
    expect(links.map(({ end }) => end)).toEqual(['was closed']);
  });

  it.each([
    ['sampling/createMessage', SAMPLE, SAMPLED],
    ['roots/list', {}, ROOTS],
    ['elicitation/create', FORM, { action: 'decline' }],
  ])('carries %s as it is, both ways', async (method, params, response) => {
    const { call } = await openAskingFront(async ({ ask, answer }) =>
      answer({ got: resultOf(await ask(method, params)) }),
    );
    const asked = await call();
    expect(asked.result?.['inputRequests']).toEqual({ 'question-1': { method, params } });
    const answered = await call({ id: 2, params: retryOf(asked, { 'question-1': response }) });
    expect(answered.result?.['got']).toEqual(response);
  });

  it.each([
    ['prompts/get', {}],
    ['resources/read', { uri: 'a:b' }],
  ])('can come in the middle of %s', async (method, params) => {
    const { call } = await openAskingFront(askName);
    const asked = await call({
      method,
      params,
      ...(method === 'resources/read' && { headers: { 'mcp-name': 'a:b' } }),
    });
    expect(keysOf(asked)).toEqual(['question-1']);
  });

  it('is announced by a handshake with what the client can be asked, and only then', async () => {
    const { call, links } = await openAskingFront(({ answer }) => answer({}));
    await call({ capabilities: { sampling: { tools: {} } } });
    await call({ capabilities: {} });
    const [able, unable] = links.map(({ received }) => received);
    expect(able?.map(({ method }) => method)).toEqual(['initialize', 'tools/call']);
    expect(able?.[0]?.value('params')).toMatchObject({
      capabilities: { sampling: { tools: {} } },
      clientInfo: { name: 'raw', version: '1' },
    });
    expect(unable?.map(({ method }) => method)).toEqual(['tools/call']);
  });

  it('comes together with those of the same moment', async () => {
    const { call } = await openAskingFront(async ({ ask, answer }) => {
      const answers = await Promise.all([
        ask('elicitation/create', FORM),
        ask('sampling/createMessage', SAMPLE),
        ask('roots/list'),
      ]);
      answer({ got: answers.map(resultOf) });
    });
    const asked = await call();
    expect(asked.result?.['inputRequests']).toEqual({
      'question-1': { method: 'elicitation/create', params: FORM },
      'question-2': { method: 'sampling/createMessage', params: SAMPLE },
      'question-3': { method: 'roots/list' },
    });
    const responses = { 'question-3': ROOTS, 'question-1': ALICE, 'question-2': SAMPLED, other: 1 };
    const answered = await call({ id: 2, params: retryOf(asked, responses) });
    expect(answered.result?.['got']).toEqual([ALICE, SAMPLED, ROOTS]);
  });

  it('keeps the key that a stateless server gave it', async () => {
    const { call } = await openAskingFront(async ({ ask, answer }) => {
      const meta = { 'dev.toolyard/inputKey': 'user_name', other: 1 };
      void ask('elicitation/create', { ...FORM, _meta: meta });
      answer({ got: resultOf(await ask('elicitation/create', { ...FORM, _meta: meta })) });
    });
    const asked = await call();
    const shown = { method: 'elicitation/create', params: { ...FORM, _meta: { other: 1 } } };
    expect(asked.result?.['inputRequests']).toEqual({ user_name: shown, 'user_name-1': shown });
    const answered = await call({ id: 2, params: retryOf(asked, { user_name: ALICE, 'user_name-1': ALICE }) });
    expect(answered.result?.['got']).toEqual(ALICE);
  });

  it('can follow another, with another state', async () => {
    const { call } = await openAskingFront(async ({ ask, answer }) => {
      const first = resultOf(await ask('elicitation/create', FORM));
      answer({ got: [first, resultOf(await ask('roots/list'))] });
    });
    const first = await call({ id: 1 });
    const second = await call({ id: 2, params: retryOf(first, { 'question-1': ALICE }) });
    expect(keysOf(second)).toEqual(['question-2']);
    expect(second.result?.['requestState']).not.toBe(first.result?.['requestState']);
    const third = await call({ id: 3, params: retryOf(second, { 'question-2': ROOTS }) });
    expect(third).toMatchObject({ id: 3, result: { got: [ALICE, ROOTS] } });
  });

  it('is asked again where its answer is missing or of another kind, and only it', async () => {
    const { call, links } = await openAskingFront(async ({ ask, answer }) => {
      const answers = await Promise.all([ask('elicitation/create', FORM), ask('roots/list')]);
      answer({ got: answers.map(resultOf) });
    });
    let answer = await call({ id: 1 });
    answer = await call({ id: 2, params: retryOf(answer, { wrong: ALICE }) });
    expect(keysOf(answer)).toEqual(['question-1', 'question-2']);
    answer = await call({ id: 3, params: retryOf(answer, { 'question-1': ALICE, 'question-2': 7 }) });
    expect(keysOf(answer)).toEqual(['question-2']);
    answer = await call({
      id: 4,
      params: retryOf(answer, { 'question-1': { action: 'cancel' }, 'question-2': ROOTS }),
    });
    expect(answer.result?.['got']).toEqual([ALICE, ROOTS]);
    expect(links).toHaveLength(1);
  });

  it('waits without taking room, and without its response', async () => {
    const { call, links } = await openAskingFront(askName, { limits: { maxStatelessRequests: 1 } });
    const asked = [await call(), await call(), await call()];
    expect(links.map(({ end }) => end)).toEqual([undefined, undefined, undefined]);
    for (const one of asked) {
      const answered = await call({ id: 2, params: retryOf(one, { 'question-1': ALICE }) });
      expect(answered.result?.['got']).toEqual(ALICE);
    }
  });

  it('lets progress and logs go to the newest response, as that wants them', async () => {
    const report = (progress: number): Frame =>
      createNotification('notifications/progress', { progressToken: 'first', progress });
    const log = createNotification('notifications/message', { level: 'info', data: 'x' });
    const { call, url, links } = await openAskingFront(async ({ ask, answer, link }) => {
      await ask('elicitation/create', FORM);
      for (const frame of [report(1), log]) void link.send(frame);
      answer({});
    });
    const asked = await call({ meta: { progressToken: 'first' } });
    const more = { progressToken: 7, 'io.modelcontextprotocol/logLevel': 'debug' };
    const params = { name: 't', arguments: {}, ...retryOf(asked, { 'question-1': ALICE }) };
    const answer = await postStateless(url, 'tools/call', { id: 2, params, meta: envelopeWith(ABLE, more) });
    expect(messagesIn(await readEvents(answer))).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 7, progress: 1 } },
      { method: 'notifications/message' },
      { id: 2, result: { resultType: 'complete' } },
    ]);
    expect(links[0]?.received.map(({ method }) => method)).toContain('logging/setLevel');
  });

  it('lets a retry that names no token and no level hear of neither', async () => {
    const { call } = await openAskingFront(async ({ ask, answer, link }) => {
      await ask('elicitation/create', FORM);
      void link.send(createNotification('notifications/progress', { progressToken: 'first', progress: 1 }));
      void link.send(createNotification('notifications/message', { level: 'info', data: 'x' }));
      answer({});
    });
    const asked = await call({ meta: { progressToken: 'first', 'io.modelcontextprotocol/logLevel': 'debug' } });
    const params = { name: 't', arguments: {}, ...retryOf(asked, { 'question-1': ALICE }) };
    expect(await call({ id: 2, params })).toMatchObject({ id: 2, result: { resultType: 'complete' } });
  });

  it('is not needed any more where the answer comes first, which is kept', async () => {
    let finish: () => void = () => undefined;
    const { call } = await openAskingFront(({ ask, answer }) => {
      void ask('elicitation/create', FORM);
      finish = () => answer({ late: true });
    });
    const asked = await call();
    finish();
    const answered = await call({ id: 2, params: retryOf(asked, { 'question-1': ALICE }) });
    expect(answered).toMatchObject({ id: 2, result: { late: true, resultType: 'complete' } });
  });

  it('can be taken back by its server', async () => {
    const { call, links } = await openAskingFront(async ({ ask, answer, link }) => {
      void ask('elicitation/create', FORM);
      void ask('elicitation/create', FORM);
      void link.send(createNotification('notifications/cancelled', { requestId: 'q1' }));
      answer({ got: resultOf(await ask('roots/list')) });
    });
    const asked = await call();
    expect(keysOf(asked)).toEqual(['question-2', 'question-3']);
    void links[0]?.link.send(createNotification('notifications/cancelled', { requestId: 'q2' }));
    const params = retryOf(asked, { 'question-2': ALICE, 'question-3': ROOTS });
    expect((await call({ id: 2, params })).result?.['got']).toEqual(ROOTS);
    expect(links[0]?.received.filter(({ isResponse }) => isResponse)).toHaveLength(1);
  });

  it('cancels its call where the client leaves the next response', async () => {
    const { call, url, links, audited } = await openAskingFront(async ({ ask }) => ask('elicitation/create', FORM));
    const params = { name: 't', arguments: {}, ...retryOf(await call(), { 'question-1': ALICE }) };
    const stop = new AbortController();
    const answer = postStateless(url, 'tools/call', { id: 2, params, signal: stop.signal });
    await waitUntil(() => links[0]?.received.at(-1)?.isResponse === true);
    stop.abort();
    await expect(answer).rejects.toThrow('aborted');
    await waitUntil(() => links[0]?.end !== undefined);
    expect(links[0]?.end).toBe('went away');
    expect(audited).toMatchObject([{ event: 'call', tool: 't', outcome: 'cancelled' }]);
  });

  it('ends with the front', async () => {
    const { call, links, front } = await openAskingFront(askName);
    await call();
    await front.close();
    expect(links.map(({ end }) => end)).toEqual(['was closed']);
  });

  it('is one audited call, however many responses it takes', async () => {
    const { call, audited } = await openAskingFront(askName);
    await call({ id: 2, params: retryOf(await call(), { 'question-1': ALICE }) });
    expect(audited).toMatchObject([{ event: 'call', tool: 't', outcome: 'success' }]);
  });

  it('cancels its call where nobody comes back', async () => {
    const clock = createFakeClock();
    const { call, links, audited } = await openAskingFront(askName, { clock, limits: { parkedMs: 60_000 } });
    const asking = call();
    await waitUntil(() => links.length === 1);
    clock.advance(10);
    const asked = await asking;
    clock.advance(59_000);
    expect(links[0]?.end).toBeUndefined();
    clock.advance(1000);
    await waitUntil(() => links[0]?.end !== undefined);
    expect(links[0]?.end).toBe('did not come back with an answer');
    expect(audited).toMatchObject([{ event: 'call', outcome: 'cancelled' }]);
    const late = await call({ id: 2, params: retryOf(asked, { 'question-1': ALICE }) });
    const message = 'The request state has expired. Send the request again without it.';
    expect(late).toMatchObject({ id: 2, error: { code: -32602, message } });
  });
});

describe('a question that a stateless client is not asked', () => {
  it.each([
    ['of a kind that it lacks', { sampling: {} }, 'elicitation/create', FORM, 'it does not support elicitation'],
    ['by URL', { elicitation: {} }, 'elicitation/create', { mode: 'url' }, 'elicitation by URL'],
    ['that is none', ABLE, 'tools/list', {}, 'Method not found: tools/list'],
  ] as const)('is one %s', async (...[, capabilities, method, params, why]) => {
    const { call } = await openAskingFront(async ({ ask, answer }) =>
      answer({ got: resultOf(await ask(method, params)) }),
    );
    const { result } = await call({ capabilities });
    expect(result?.['got']).toMatchObject({ code: -32601, message: expect.stringContaining(why) });
  });

  it('is one in the middle of a list', async () => {
    const { call } = await openAskingFront(askName);
    const { result } = await call({ method: 'tools/list', headers: { 'mcp-name': '' } });
    expect(result?.['got']).toMatchObject({ message: 'The client cannot be asked in the middle of "tools/list".' });
  });

  it('is one for which there is no room to wait', async () => {
    const { call } = await openAskingFront(askName, { limits: { maxParked: 1 } });
    await call();
    const { result } = await call();
    const message =
      '1 requests are waiting for answers from clients, which is the limit. Answer some of them, or try again later.';
    expect(result?.['got']).toMatchObject({ code: -32601, message });
  });

  it('is one that a client cannot be asked any more when it comes back', async () => {
    const { call } = await openAskingFront(async ({ ask, answer }) => {
      const answers = await Promise.all([ask('elicitation/create', FORM), ask('roots/list')]);
      answer({ got: answers.map(resultOf) });
    });
    const params = retryOf(await call(), { 'question-1': ALICE });
    const { result } = await call({ id: 2, params, capabilities: { elicitation: {} } });
    expect(result?.['got']).toMatchObject([ALICE, { code: -32601 }]);
  });
});
