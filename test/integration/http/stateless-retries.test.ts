import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import {
  ALICE,
  askName,
  FORM,
  keysOf,
  openAskingFront,
  resultOf,
  retryOf,
  type Answer,
  type AskingCall,
} from './open-asking-front.ts';

describe('the state of a request', () => {
  const refused = async (answer: Answer, why: string): Promise<void> => {
    const message = `The request state ${why}. Send the request again without it.`;
    expect(answer).toMatchObject({ status: 200, id: 'x', error: { code: -32602, message } });
  };

  it('is good for once, and a second use disturbs nothing', async () => {
    let finish: () => void = () => undefined;
    const { call, links } = await openAskingFront(async ({ ask, answer }) => {
      await ask('elicitation/create', FORM);
      finish = () => answer({ done: true });
    });
    const params = retryOf(await call(), { 'question-1': ALICE });
    const running = call({ id: 2, params });
    await waitUntil(() => links[0]?.received.at(-1)?.isResponse === true);
    await refused(await call({ id: 'x', params }), 'was used before');
    finish();
    expect((await running).result?.['done']).toBe(true);
    await refused(await call({ id: 'x', params }), 'belongs to a request that has ended');
  });

  it('of an earlier round is used up', async () => {
    const { call } = await openAskingFront(async ({ ask }) => {
      await ask('elicitation/create', FORM);
      await ask('roots/list');
    });
    const params = retryOf(await call(), { 'question-1': ALICE });
    const second = await call({ id: 2, params });
    await refused(await call({ id: 'x', params }), 'was used before');
    expect((await call({ id: 3, params: retryOf(second, {}) })).result?.['resultType']).toBe('input_required');
  });

  it('belongs to one request, and is not spent by another', async () => {
    const { call } = await openAskingFront(askName);
    const params = retryOf(await call(), { 'question-1': ALICE });
    await refused(await call({ id: 'x', params: { ...params, arguments: { a: 1 } } }), 'belongs to another request');
    await refused(await call({ id: 'x', params, method: 'prompts/get' }), 'belongs to another request');
    expect((await call({ id: 2, params })).result?.['got']).toEqual(ALICE);
  });

  it('is refused where it was changed, or comes from another Toolyard, or is none', async () => {
    const { call } = await openAskingFront(askName);
    const other = await openAskingFront(askName);
    const params = retryOf(await call(), { 'question-1': ALICE });
    const state = String(params['requestState']);
    const foreign = (await other.call()).result?.['requestState'];
    const wrong = [
      `${state}-TAMPERED`,
      `${state}=`,
      `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`,
      state.slice(1),
      '',
      'x'.repeat(5000),
      foreign,
    ];
    for (const requestState of [...wrong, null, 7, {}, [state]]) {
      await refused(
        await call({ id: 'x', params: { ...params, requestState } }),
        'was not given by this Toolyard, or was changed',
      );
    }
    expect((await call({ id: 2, params })).result?.['got']).toEqual(ALICE);
  });

  it('is not spent by responses that are no object', async () => {
    const { call } = await openAskingFront(askName);
    const params = retryOf(await call(), { 'question-1': ALICE });
    for (const inputResponses of [null, 'text', [ALICE], 7]) {
      const answer = await call({ id: 'x', params: { ...params, inputResponses } });
      expect(answer).toMatchObject({ status: 400, id: 'x', error: { code: -32602 } });
    }
    expect((await call({ id: 2, params })).result?.['got']).toEqual(ALICE);
  });

  it('takes responses of any size and number', async () => {
    const { call } = await openAskingFront(askName);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, { n: index }]));
    const name = 'x'.repeat(2_000_000);
    const responses = { ...many, 'question-1': { action: 'accept', content: { name } } };
    const answered = await call({ id: 2, params: retryOf(await call(), responses) });
    expect(answered.result?.['got']).toEqual({ action: 'accept', content: { name } });
  });
});

it('keeps 200 clients that are asked at the same time apart', async () => {
  const { call } = await openAskingFront(async ({ frame, ask, answer }) => {
    const { n } = Object(frame.param('arguments'));
    const first = await ask('elicitation/create', { ...FORM, message: `first ${n}` });
    const second = await ask('elicitation/create', { ...FORM, message: `second ${n}` });
    answer({ got: [n, resultOf(first), resultOf(second)] });
  });
  const say = (name: string) => ({ action: 'accept', content: { name } });
  const answers = Array.from({ length: 200 }, async (_, n) => {
    let answered = await call({ id: 1, params: { arguments: { n } } });
    for (const round of [1, 2]) {
      const { message } = Object(answered.result?.['inputRequests'])[`question-${round}`].params;
      const retry = retryOf(answered, { [`question-${round}`]: say(message) });
      answered = await call({ id: 1, params: { arguments: { n }, ...retry } });
    }
    return answered.result?.['got'];
  });
  const wanted = answers.map((_, n) => [n, say(`first ${n}`), say(`second ${n}`)]);
  expect(await Promise.all(answers)).toEqual(wanted);
}, 120_000);

describe('responses that come before the question', () => {
  it.each([
    ['is the only one that fits', { a: ALICE, b: { action: 'accept', content: { foo: 1 } }, c: 3 }, FORM],
    ['has the key of the question', { k: ALICE, b: ALICE }, { ...FORM, _meta: { 'dev.toolyard/inputKey': 'k' } }],
  ])('are used where one %s', async (_why, inputResponses, form) => {
    const { call, links } = await openAskingFront(async ({ ask, answer }) =>
      answer({ got: resultOf(await ask('elicitation/create', form)) }),
    );
    expect((await call({ params: { inputResponses } })).result?.['got']).toEqual(ALICE);
    expect(links[0]?.received.at(-2)?.param('inputResponses')).toEqual(inputResponses);
  });

  it.each([
    ['none fits', { a: { action: 'accept', content: { data: 1 } }, b: 12345 }, FORM],
    ['several fit', { a: ALICE, b: ALICE }, FORM],
    ['another key was given', { a: ALICE }, { ...FORM, _meta: { 'dev.toolyard/inputKey': 'k' } }],
  ])('are left where %s', async (_why, inputResponses, form) => {
    const { call } = await openAskingFront(({ ask }) => void ask('elicitation/create', form));
    expect((await call({ params: { inputResponses } })).result?.['resultType']).toBe('input_required');
  });

  it('are used once', async () => {
    const { call } = await openAskingFront(async ({ ask, answer }) => {
      await ask('elicitation/create', FORM);
      answer({ got: resultOf(await ask('elicitation/create', FORM)) });
    });
    expect(keysOf(await call({ params: { inputResponses: { a: ALICE } } }))).toEqual(['question-1']);
  });

  it('are refused where they are no object', async () => {
    const { call, links } = await openAskingFront(askName);
    expect(await call({ params: { inputResponses: null } })).toMatchObject({ status: 400, error: { code: -32602 } });
    expect(links).toEqual([]);
  });
});

describe('a server that wants a URL to be visited first', () => {
  const URL_WANTED = { mode: 'url', elicitationId: 'e', url: 'https://example.com/login', message: 'Log in' };

  /** Refuses with -32042 until it was called twice. */
  const refuseOnce = () => {
    let calls = 0;
    return ({ fail, answer }: AskingCall): void => {
      if (++calls === 1) fail(-32042, { elicitations: [URL_WANTED] });
      else answer({ calls });
    };
  };

  it('has its client asked, and its request sent anew', async () => {
    const { call, links } = await openAskingFront(refuseOnce());
    const asked = await call({ id: 1, params: { arguments: { a: 1 } } });
    expect(asked.result?.['inputRequests']).toEqual({
      'question-1': { method: 'elicitation/create', params: URL_WANTED },
    });
    const params = { arguments: { a: 1 }, ...retryOf(asked, { 'question-1': { action: 'accept' } }) };
    const answered = await call({ id: 2, params, meta: { progressToken: 5 } });
    expect(answered).toMatchObject({ id: 2, result: { calls: 2, resultType: 'complete' } });
    const sent = links[0]?.received.filter(({ method }) => method === 'tools/call').at(-1);
    expect(sent?.value('params')).toEqual({ name: 't', arguments: { a: 1 }, _meta: { progressToken: 5 } });
  });

  it('keeps its error where the person declines, or cannot be asked', async () => {
    const declined = await openAskingFront(refuseOnce());
    const params = retryOf(await declined.call(), { 'question-1': { action: 'decline' } });
    expect(await declined.call({ id: 2, params })).toMatchObject({ id: 2, error: { code: -32042 } });
    const unable = await openAskingFront(refuseOnce());
    expect(await unable.call({ capabilities: { elicitation: {} } })).toMatchObject({ error: { code: -32042 } });
  });
});
