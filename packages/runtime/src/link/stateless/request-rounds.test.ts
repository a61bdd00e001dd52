import {
  createErrorResponse,
  createLinkPair,
  createNotification,
  createRequest,
  createResponse,
  type Frame,
} from '@toolyard/core';
import {
  createFakeClock,
  createMemoryLog,
  recordLink,
  serveFakeStateless,
  waitUntil,
  type FakeAnswer,
  type FakeStatelessOptions,
} from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createStatelessLink } from './create-stateless-link.ts';

function open(options: FakeStatelessOptions = {}) {
  const pair = createLinkPair();
  const server = serveFakeStateless(pair.far, options);
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const link = createStatelessLink(pair.near, { clock, log, server: 'far' });
  return { pair, server, clock, log, link, ...recordLink(link) };
}

const ask = (inputRequests: object, requestState?: string): FakeAnswer => ({
  result: { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) },
});
const done: FakeAnswer = { result: { content: [] } };
const isCall = (request: Frame): boolean => request.method === 'tools/call';

/** Long enough for everything that needs no timer. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

describe('a result that asks for input', () => {
  const form = { method: 'elicitation/create', params: { mode: 'form', message: 'who?', requestedSchema: {} } };
  const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 10 } };
  const roots = { method: 'roots/list' };

  function openAsking(script: (round: number, request: Frame) => FakeAnswer) {
    let round = 0;
    const opened = open({ answer: (request) => (isCall(request) ? script(++round, request) : undefined) });
    const call = (id = 2): void =>
      void opened.link.send(createRequest(id, 'tools/call', { name: 'echo', arguments: { a: 1 }, _meta: { k: 1 } }));
    return { ...opened, call };
  }

  it('becomes questions that belong to the request, and the request is sent again with the answers', async () => {
    const opened = openAsking((round) => (round === 1 ? ask({ form, sampling, roots }, 'sealed') : done));
    const { link, server, questions, answers, call } = opened;
    call();
    await waitUntil(() => questions().length === 3);
    const keyed = (key: string): object => ({ _meta: { 'dev.toolyard/inputKey': key } });
    const asked = questions().map(({ frame, relatedTo }) => [frame.method, frame.value('params'), relatedTo]);
    expect(asked).toEqual([
      ['elicitation/create', { ...form.params, ...keyed('form') }, 2],
      ['sampling/createMessage', { ...sampling.params, ...keyed('sampling') }, 2],
      ['roots/list', keyed('roots'), 2],
    ]);
    expect(new Set(questions().map(({ frame }) => frame.id)).size).toBe(3);

    for (const { frame } of questions().toReversed()) {
      expect(server.of('tools/call')).toHaveLength(1);
      void link.send(createResponse(frame.id ?? '', `{"of":"${frame.method}", "n": 1.0}`));
    }
    await waitUntil(() => answers(2).length === 1);
    const [first, second] = server.of('tools/call');
    expect(second?.id).not.toBe(first?.id);
    expect(second?.value('params')).toEqual({
      ...Object(first?.value('params')),
      inputResponses: {
        form: { of: 'elicitation/create', n: 1 },
        sampling: { of: 'sampling/createMessage', n: 1 },
        roots: { of: 'roots/list', n: 1 },
      },
      requestState: 'sealed',
    });
    expect(answers(2)[0]?.value('result')).toMatchObject({ resultType: 'complete' });
  });

  it('goes on for as many rounds as the server needs, each with its own state and answers only', async () => {
    const opened = openAsking((round) =>
      round < 4 ? ask({ [`q${round}`]: form }, round === 2 ? 's2' : undefined) : done,
    );
    const { link, server, questions, answers, call } = opened;
    call();
    for (let round = 1; round < 4; round++) {
      await waitUntil(() => questions().length === round);
      void link.send(createResponse(questions()[round - 1]?.frame.id ?? '', `{"round":${round}}`));
    }
    await waitUntil(() => answers(2).length === 1);
    expect(
      server.of('tools/call').map((frame) => [frame.param('inputResponses'), frame.param('requestState')]),
    ).toEqual([
      [undefined, undefined],
      [{ q1: { round: 1 } }, undefined],
      [{ q2: { round: 2 } }, 's2'],
      [{ q3: { round: 3 } }, undefined],
    ]);
    expect(new Set(server.of('tools/call').map(({ id }) => id)).size).toBe(4);
  });

  it('ends a request that never stops asking', async () => {
    const { answers, server, call } = openAsking(() => ({
      result: { resultType: 'input_required', requestState: 's' },
    }));
    call();
    await waitUntil(() => answers(2).length === 1);
    expect(answers(2)[0]?.value('error')).toEqual({
      code: -32603,
      message: 'The server asked for input more than 20 times.',
    });
    expect(server.of('tools/call')).toHaveLength(20);
  });

  it.each(['prompts/get', 'resources/read'])('is understood as the answer to %s', async (method) => {
    let round = 0;
    const answer = (request: Frame): FakeAnswer | undefined =>
      request.method === method ? (++round === 1 ? ask({ roots }) : { result: { of: method } }) : undefined;
    const { link, questions, answers } = open({ answer });
    void link.send(createRequest(2, method, { name: 'a', uri: 'b' }));
    await waitUntil(() => questions().length === 1);
    void link.send(createResponse(questions()[0]?.frame.id ?? '', '{"roots":[]}'));
    await waitUntil(() => answers(2).length === 1);
    expect(answers(2)[0]?.value('result')).toMatchObject({ of: method });
  });

  it('ends the request with the error of whoever was asked, and takes the other questions back', async () => {
    const { link, server, questions, answers, notices, call } = openAsking(() => ask({ form, sampling }));
    call();
    await waitUntil(() => questions().length === 2);
    const [refused, other] = questions();
    const error = { code: -1, message: 'User rejected', data: { a: 1 } };
    void link.send(createErrorResponse(refused?.frame.id ?? '', error));
    await waitUntil(() => answers(2).length === 1);
    expect(answers(2)[0]?.value('error')).toEqual(error);
    expect(notices('notifications/cancelled').map((frame) => frame.param('requestId'))).toEqual([other?.frame.id]);

    void link.send(createResponse(other?.frame.id ?? '', '{}'));
    await passTurns();
    expect(server.of('tools/call')).toHaveLength(1);
    expect(answers(2)).toHaveLength(1);
  });

  it('is asked no further where the first question is refused at once', async () => {
    const { link, call } = openAsking(() => ask({ form, sampling }));
    const received: Frame[] = [];
    link.receive((frame) => {
      received.push(frame);
      return frame.isRequest
        ? link.send(createErrorResponse(frame.id ?? '', { code: -32601, message: 'no' }))
        : undefined;
    });
    call();
    await waitUntil(() => received.some(({ id }) => id === 2));
    await passTurns();
    expect(received.map(({ method, id }) => method ?? id)).toEqual(['elicitation/create', 2]);
  });

  it('leaves no question open when the request is taken back', async () => {
    const { link, server, questions, answers, notices, call } = openAsking(() => ask({ form }));
    call();
    await waitUntil(() => questions().length === 1);
    void link.send(createNotification('notifications/cancelled', { requestId: 2 }));
    const id = questions()[0]?.frame.id;
    expect(notices('notifications/cancelled').map((frame) => frame.param('requestId'))).toEqual([id]);
    void link.send(createResponse(id ?? '', '{}'));
    await passTurns();
    expect(server.of('tools/call')).toHaveLength(1);
    expect(server.of('notifications/cancelled')).toEqual([]);
    expect(answers(2)).toEqual([]);
  });

  it('is taken back at the server by the id of the round that runs', async () => {
    const { link, server, questions, call } = openAsking((round) => (round === 1 ? ask({ form }) : 'never'));
    call();
    await waitUntil(() => questions().length === 1);
    void link.send(createResponse(questions()[0]?.frame.id ?? '', '{}'));
    await waitUntil(() => server.of('tools/call').length === 2);
    void link.send(createNotification('notifications/cancelled', { requestId: 2 }));
    await waitUntil(() => server.of('notifications/cancelled').length === 1);
    expect(server.of('notifications/cancelled')[0]?.param('requestId')).toBe(server.of('tools/call')[1]?.id);
  });

  it('gives an address to visit an id where it has none, and keeps one that it has', async () => {
    const url = (more: object) => ({
      method: 'elicitation/create',
      params: { mode: 'url', message: 'm', url: 'https://a.test', ...more },
    });
    const { questions, call } = openAsking(() => ask({ a: url({}), b: url({ elicitationId: 'mine' }) }));
    call();
    await waitUntil(() => questions().length === 2);
    const ids = questions().map(({ frame }) => frame.param('elicitationId'));
    expect(ids[0]).toEqual(expect.stringMatching(/./));
    expect(ids[1]).toBe('mine');
    expect(questions()[0]?.frame.param('url')).toBe('https://a.test');
  });

  it.each([
    ['no object', { inputRequests: ['a'] }],
    ['a question without a method', { inputRequests: { a: { params: {} } } }],
  ])('ends the request where it is not what it must be: %s', async (_what, odd) => {
    const { answers, call } = openAsking(() => ({ result: { resultType: 'input_required', ...odd } }));
    call();
    await waitUntil(() => answers(2).length === 1);
    expect(answers(2)[0]?.value('error')).toMatchObject({ code: -32603 });
  });

  it('is none where another kind of request has it', async () => {
    const { ask: request } = open({ answer: ({ method }) => (method === 'tools/list' ? ask({ form }) : undefined) });
    expect((await request(2, 'tools/list')).value('result')).toMatchObject({ resultType: 'input_required' });
  });
});
