import { createLinkPair, type CallQuestion, type CallRespondent, type ToolOutcome, type Yard } from '@toolyard/core';
import { createJoinedYard } from '@toolyard/runtime';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callsOf, FORM, openQuestions } from './open-questions.ts';

const signal = new AbortController().signal;

async function openJoined() {
  const opened = await openQuestions();
  const pair = createLinkPair();
  opened.gateway.accept(pair.near, { trusted: true });
  const yard = await createJoinedYard(pair.far);
  const call = (respondent?: CallRespondent, from: Yard = yard): Promise<ToolOutcome> =>
    from.caller.call(
      { tool: 'a:work', arguments: {}, origin: 'person', ...(respondent === undefined ? {} : { respondent }) },
      signal,
    );
  return { ...opened, call, local: opened.yard };
}

describe('a call from another process', () => {
  it('gets the questions of its server, and its answers reach the server', async () => {
    const { call, server } = await openJoined();
    const questions: CallQuestion[] = [];
    const outcome = call({
      capabilities: { elicitation: {} },
      answer: async (question) => {
        questions.push(question);
        return { action: 'accept', content: { n: 7 } };
      },
    });
    await waitUntil(() => callsOf(server('a')).length === 1);
    const answer = await server('a').ask('elicitation/create', FORM);
    expect(answer.value('result')).toEqual({ action: 'accept', content: { n: 7 } });
    expect(questions).toEqual([{ server: 'a', method: 'elicitation/create', params: FORM }]);
    for (const arrived of callsOf(server('a'))) server('a').answer(arrived, { content: [] });
    expect((await outcome).kind).toBe('success');
  });

  it('is told what it cannot be asked, and why there is no answer', async () => {
    const { call, server } = await openJoined();
    void call({
      capabilities: { sampling: {} },
      answer: () => Promise.reject(new Error('No model is configured.')),
    }).catch(() => undefined);
    await waitUntil(() => callsOf(server('a')).length === 1);
    expect((await server('a').ask('elicitation/create', FORM)).value('error')).toEqual({
      code: -32601,
      message: 'The client does not support elicitation.',
    });
    expect((await server('a').ask('sampling/createMessage', { messages: [] })).value('error')).toEqual({
      code: -32603,
      message: 'No model is configured.',
    });
  });

  it.each(['joined', 'local'])('hears what was refused since it cannot be asked that, in a %s yard', async (where) => {
    const { call, server, local } = await openJoined();
    const refused: CallQuestion[] = [];
    const respondent: CallRespondent = {
      capabilities: {},
      answer: () => Promise.reject(new Error('It was asked.')),
      onRefused: (question) => void refused.push(question),
    };
    const outcome = where === 'local' ? call(respondent, local) : call(respondent);
    await waitUntil(() => callsOf(server('a')).length === 1);
    expect((await server('a').ask('elicitation/create', FORM)).value('error')).toEqual({
      code: -32601,
      message: 'The client does not support elicitation.',
    });
    await waitUntil(() => refused.length === 1);
    expect(refused).toEqual([{ server: 'a', method: 'elicitation/create', params: FORM }]);
    for (const arrived of callsOf(server('a'))) server('a').answer(arrived, { content: [] });
    expect((await outcome).kind).toBe('success');
  });

  it('is not asked where it has nobody to answer', async () => {
    const { call, server } = await openJoined();
    void call().catch(() => undefined);
    await waitUntil(() => callsOf(server('a')).length === 1);
    expect((await server('a').ask('roots/list')).value('error')).toEqual({
      code: -32601,
      message: 'The client does not support roots.',
    });
  });

  it.each(['joined', 'local'])('that is not answered for 10 minutes ends, in a %s yard', async (where) => {
    const { call, server, clock, local } = await openJoined();
    let isAsked = false;
    let isTakenBack = false;
    const respondent: CallRespondent = {
      capabilities: { elicitation: {} },
      answer: (_, stop) => {
        isAsked = true;
        stop.addEventListener('abort', () => (isTakenBack = true));
        return new Promise(() => undefined);
      },
    };
    const outcome = where === 'local' ? call(respondent, local) : call(respondent);
    outcome.catch(() => undefined);
    await waitUntil(() => callsOf(server('a')).length === 1);
    const asked = server('a').ask('elicitation/create', FORM);
    await waitUntil(() => isAsked);
    clock.advance(600_000);
    await expect(outcome).rejects.toMatchObject({
      code: 'call-timeout',
      message:
        'Server "a" asked a question that was not answered within 10 minutes, so the request was cancelled. Send it again to be asked again.',
    });
    await asked;
    await waitUntil(() => isTakenBack);
  });
});
