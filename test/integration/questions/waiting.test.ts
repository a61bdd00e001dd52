import { ToolyardError, type Frame } from '@toolyard/core';
import { createConfiguration, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestCalls } from '../open-test-calls.ts';
import { callsOf, callWork, FORM, nextQuestion, openQuestions } from './open-questions.ts';

const narrow = createConfiguration({ a: {} }, { concurrentLimit: 1, healthCheckMs: 100_000_000 });

describe('a call that waits for an answer', () => {
  it('holds no slot, and its answer waits until it has one again', async () => {
    const { join, server } = await openQuestions({ a: {} }, narrow);
    const [one, two] = [await join(), await join()];
    const first = await callWork(one, server('a'));
    const waiting = two.request('tools/call', { name: 'a__work', arguments: {} });
    await two.request('ping');
    expect(callsOf(server('a'))).toHaveLength(1);
    const asked = server('a').ask('elicitation/create', FORM, first.arrived.id);
    const question = await nextQuestion(one);
    await waitUntil(() => callsOf(server('a')).length === 2);
    one.respond(question, { action: 'accept' });
    await one.request('ping');
    let isAnswered = false;
    void asked.then(() => (isAnswered = true));
    await one.request('ping');
    expect(isAnswered).toBe(false);
    server('a').answer(callsOf(server('a'))[1] as Frame, { content: [] });
    await waiting;
    expect((await asked).value('result')).toEqual({ action: 'accept' });
    server('a').answer(first.arrived, { content: [] });
    await first.answer;
  });

  it('goes on with each of several answers, and rests on while one is missing', async () => {
    const { join, server } = await openQuestions({ a: {} }, narrow);
    const client = await join();
    const first = await callWork(client, server('a'));
    const asked = ['one', 'two'].map((message) => server('a').ask('elicitation/create', { ...FORM, message }));
    await nextQuestion(client, 1);
    client.respond(client.questions[1]?.frame, { n: 2 });
    expect((await asked[1])?.value('result')).toEqual({ n: 2 });
    const second = await callWork(client, server('a'));
    client.respond(client.questions[0]?.frame, { n: 1 });
    server('a').answer(second.arrived, { content: [] });
    expect((await asked[0])?.value('result')).toEqual({ n: 1 });
    server('a').answer(first.arrived, { content: [] });
    await first.answer;
  });

  it('keeps its slot where the question is refused', async () => {
    const { join, server } = await openQuestions({ a: {} }, narrow);
    const client = await join({});
    await callWork(client, server('a'));
    void client.request('tools/call', { name: 'a__work', arguments: {} });
    await server('a').ask('elicitation/create', FORM);
    await client.request('ping');
    expect(callsOf(server('a'))).toHaveLength(1);
  });

  it('takes its slot again where the server takes the question back', async () => {
    const { join, server } = await openQuestions({ a: {} }, narrow);
    const client = await join();
    await callWork(client, server('a'));
    void server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    server('a').notify('notifications/cancelled', { requestId: 'question-1' });
    await waitUntil(() => client.notifications.length > 0);
    void client.request('tools/call', { name: 'a__work', arguments: {} });
    await client.request('ping');
    expect(callsOf(server('a'))).toHaveLength(1);
  });

  it('leaves no slot taken when it is cancelled meanwhile', async () => {
    const { join, server } = await openQuestions({ a: {} }, narrow);
    const client = await join();
    await callWork(client, server('a'));
    void server('a').ask('elicitation/create', FORM);
    await nextQuestion(client);
    client.notify('notifications/cancelled', { requestId: 2 });
    const next = await callWork(client, server('a'));
    server('a').answer(next.arrived, { content: [] });
    await next.answer;
  });
});

describe('a call that is retried', () => {
  it('rests again for the question of its second run', async () => {
    const { call, arrived, answer, ask, crash, clock, yard } = await openTestCalls({ concurrentLimit: 1 });
    const respondent = { capabilities: { elicitation: {} }, answer: () => new Promise(() => undefined) };
    const first = call(0, { tool: 'a:read', respondent, timeoutMs: 300_000 });
    first.catch(() => undefined);
    await waitUntil(() => arrived.length === 1);
    void ask('elicitation/create', FORM);
    const second = call(1);
    second.catch(() => undefined);
    await waitUntil(() => arrived.length === 2);
    crash();
    await expect(second).rejects.toMatchObject({ code: 'connection-lost' });
    clock.advance(1000);
    await waitUntil(() => arrived.length === 3);
    void ask('elicitation/create', FORM);
    const third = call(3);
    await waitUntil(() => arrived.length === 4);
    answer(arrived[3]);
    await third;
    expect(yard.calls.active()).toMatchObject([{ status: 'executing', retryAttempt: 1 }]);
    answer(arrived[2]);
    expect((await first).kind).toBe('success');
  });
});

describe('the clocks of a call', () => {
  const respondent = (answers: { give(result: unknown): void }[]) => ({
    capabilities: { elicitation: {} },
    answer: () => new Promise<unknown>((give) => void answers.push({ give })),
  });

  it('stand still while it waits: 2 minutes do not count towards 1000 ms', async () => {
    const { call, arrived, answer, clock, ask } = await openTestCalls();
    const answers: { give(result: unknown): void }[] = [];
    const outcome = call(0, { timeoutMs: 1000, respondent: respondent(answers) });
    await waitUntil(() => arrived.length === 1);
    clock.advance(400);
    const asked = ask('elicitation/create', FORM);
    await waitUntil(() => answers.length === 1);
    clock.advance(120_000);
    answers[0]?.give({ action: 'decline' });
    expect((await asked).value('result')).toEqual({ action: 'decline' });
    clock.advance(599);
    answer(arrived[0]);
    expect((await outcome).kind).toBe('success');
  });

  it('go on where they stopped', async () => {
    const { call, arrived, clock, ask } = await openTestCalls();
    const answers: { give(result: unknown): void }[] = [];
    const outcome = call(0, { timeoutMs: 1000, respondent: respondent(answers) });
    outcome.catch(() => undefined);
    await waitUntil(() => arrived.length === 1);
    clock.advance(400);
    const asked = ask('elicitation/create', FORM);
    await waitUntil(() => answers.length === 1);
    clock.advance(120_000);
    answers[0]?.give({ action: 'accept' });
    await asked;
    clock.advance(600);
    await expect(outcome).rejects.toThrow('Execution timeout after 1000 ms');
  });

  it('of a gateway client stand still too: silence begins anew with the answer', async () => {
    const { join, server, clock } = await openQuestions();
    const client = await join();
    const { answer } = await callWork(client, server('a'));
    clock.advance(200_000);
    const asked = server('a').ask('elicitation/create', FORM);
    const question = await nextQuestion(client);
    clock.advance(590_000);
    client.respond(question, { action: 'accept' });
    await asked;
    clock.advance(299_999);
    await client.request('ping');
    expect(client.answers.filter((frame) => frame.id === 2)).toEqual([]);
    clock.advance(1);
    expect((await answer).text('result')).toContain('Execution timeout after 300000 ms without an answer or progress');
  });
});

describe('a call of Toolyard itself', () => {
  it('refuses questions where nobody can be asked', async () => {
    const { call, arrived, ask } = await openTestCalls();
    void call(0).catch(() => undefined);
    await waitUntil(() => arrived.length === 1);
    expect((await ask('elicitation/create', FORM)).value('error')).toEqual({
      code: -32601,
      message: 'The client does not support elicitation.',
    });
  });

  it('tells the server why there is no answer', async () => {
    const { call, arrived, ask } = await openTestCalls();
    const answer = async (): Promise<unknown> => {
      throw new ToolyardError('usage', 'There is no terminal to ask on.');
    };
    void call(0, { respondent: { capabilities: { sampling: {} }, answer } }).catch(() => undefined);
    await waitUntil(() => arrived.length === 1);
    expect((await ask('sampling/createMessage', { messages: [] })).value('error')).toEqual({
      code: -32603,
      message: 'There is no terminal to ask on.',
    });
  });

  it('gives its respondent the question, and takes it back when the call ends', async () => {
    const { call, arrived, ask, answer } = await openTestCalls();
    let asked: unknown;
    let isTakenBack = false;
    const respondent = {
      capabilities: { elicitation: {} },
      answer: (question: unknown, signal: AbortSignal) => {
        asked = question;
        signal.addEventListener('abort', () => (isTakenBack = true));
        return new Promise(() => undefined);
      },
    };
    const outcome = call(0, { respondent });
    await waitUntil(() => arrived.length === 1);
    void ask('elicitation/create', FORM);
    await waitUntil(() => asked !== undefined);
    expect(asked).toEqual({ server: 'a', method: 'elicitation/create', params: FORM });
    answer(arrived[0]);
    await outcome;
    expect(isTakenBack).toBe(true);
  });
});
