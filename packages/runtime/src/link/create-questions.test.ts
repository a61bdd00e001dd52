import {
  createLinkPair,
  createNotification,
  createRequest,
  createResponse,
  ToolyardError,
  type Frame,
  type Question,
  type RelayedRequest,
  type Respondent,
} from '@toolyard/core';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createExchange } from './create-exchange.ts';
import { createQuestionLimit, type QuestionLimit } from './create-question-limit.ts';

const everybody: Respondent = { session: 's', capabilities: { elicitation: {}, roots: {} } };

function openExchange({
  questionLimit,
  takesUnrelated = false,
}: { questionLimit?: QuestionLimit; takesUnrelated?: boolean } = {}) {
  const { near, far, breakOff } = createLinkPair();
  const received: Frame[] = [];
  far.receive((frame) => void received.push(frame));
  const questions: Question[] = [];
  const unrelated: Question[] = [];
  const takenBack: (string | undefined)[] = [];
  const exchange = createExchange({
    link: near,
    server: 'a',
    ...(questionLimit === undefined ? {} : { questionLimit }),
    onNotification: () => undefined,
    onUnrelated(question) {
      if (!takesUnrelated) return undefined;
      unrelated.push(question);
      return { cancel: () => undefined };
    },
    toLoss: () => new ToolyardError('connection-lost', 'lost'),
  });
  const send = (given: Partial<RelayedRequest> = {}) =>
    exchange.request({
      frame: createRequest(0, 'prompts/get', {}),
      onAnswer: () => undefined,
      respondent: everybody,
      onQuestion(question) {
        questions.push(question);
        return { cancel: (reason) => void takenBack.push(reason) };
      },
      ...given,
    });
  const answersTo = (id: string): unknown[] =>
    received
      .filter((frame) => frame.isResponse && frame.id === id)
      .map((frame) => frame.value('result') ?? frame.value('error'));
  return { far, breakOff, received, questions, unrelated, takenBack, send, answersTo };
}

describe('the questions of a link', () => {
  it('are answered once, whatever the respondent does', async () => {
    const { far, send, questions, answersTo } = openExchange();
    send();
    void far.send(createRequest('q', 'elicitation/create', {}));
    await waitUntil(() => questions.length === 1);
    void questions[0]?.onAnswer(createResponse(0, '1'));
    void questions[0]?.onAnswer(createResponse(0, '2'));
    void far.send(createRequest('p', 'ping'));
    await waitUntil(() => answersTo('p').length === 1);
    expect(answersTo('q')).toEqual([1]);
  });

  it('ask for roots once more when the request is over that they were taken to belong to', async () => {
    const { far, send, questions, unrelated, takenBack, answersTo } = openExchange({ takesUnrelated: true });
    send();
    void far.send(createRequest('r', 'roots/list', {}));
    void far.send(createRequest('e', 'elicitation/create', {}));
    await waitUntil(() => questions.length === 2);
    void far.send(createResponse(1, '{}'));
    await waitUntil(() => unrelated.length === 1);
    expect(takenBack).toHaveLength(2);
    void unrelated[0]?.onAnswer(createResponse(0, '{"roots":[]}'));
    await waitUntil(() => answersTo('r').length === 1);
    expect(answersTo('r')).toEqual([{ roots: [] }]);
    expect(answersTo('e')).toMatchObject([{ message: 'The request that the question belongs to has ended.' }]);
  });

  it('go on with another request of a stateless client when the one is over that they were taken to belong to', async () => {
    const { far, send, questions, takenBack, answersTo } = openExchange();
    for (const session of ['one', 'two']) send({ respondent: { ...everybody, session, client: 'c' } });
    void far.send(createRequest('q', 'elicitation/create', {}));
    await waitUntil(() => questions.length === 1);
    void far.send(createResponse(1, '{}'));
    await waitUntil(() => questions.length === 2);
    expect(takenBack).toEqual(['the request it belongs to has ended']);
    void questions[1]?.onAnswer(createResponse(0, '"right"'));
    await waitUntil(() => answersTo('q').length === 1);
    void far.send(createResponse(2, '{}'));
    expect(answersTo('q')).toEqual(['right']);
  });

  it('keep a late answer from a question that has the same id', async () => {
    const { far, send, questions, answersTo } = openExchange();
    send();
    void far.send(createRequest('q', 'elicitation/create', {}));
    void far.send(createNotification('notifications/cancelled', { requestId: 'q' }));
    void far.send(createRequest('q', 'roots/list', {}));
    await waitUntil(() => questions.length === 2);
    void questions[0]?.onAnswer(createResponse(0, '"late"'));
    void questions[1]?.onAnswer(createResponse(0, '"right"'));
    await waitUntil(() => answersTo('q').length === 1);
    expect(answersTo('q')).toEqual(['right']);
  });

  it('have ids of their own while they are open', async () => {
    const { far, send, questions, answersTo } = openExchange();
    send();
    void far.send(createRequest('q', 'elicitation/create', {}));
    void far.send(createRequest('q', 'elicitation/create', {}));
    await waitUntil(() => answersTo('q').length === 1);
    expect(answersTo('q')).toEqual([{ code: -32600, message: 'The id "q" belongs to a question that is still open' }]);
    expect(questions).toHaveLength(1);
  });

  it('are at most 100 for one request, until one of them is answered', async () => {
    const { far, send, questions, answersTo } = openExchange();
    send();
    send();
    for (let count = 0; count < 101; count++) void far.send(createRequest(`q${count}`, 'elicitation/create', {}), 1);
    await waitUntil(() => answersTo('q100').length === 1);
    expect(answersTo('q100')).toEqual([
      { code: -32603, message: '100 questions are open already. Wait for answers before you ask more.' },
    ]);
    void far.send(createRequest('other', 'elicitation/create', {}), 2);
    void questions[0]?.onAnswer(createResponse(0, '1'));
    void far.send(createRequest('next', 'elicitation/create', {}), 1);
    await waitUntil(() => questions.length === 102);
    expect([answersTo('q0'), answersTo('other'), answersTo('next')]).toEqual([[1], [], []]);
  });

  it('are at most as many as links may have together, until one of them ends in whatever way', async () => {
    const limit = createQuestionLimit(2);
    const [one, two] = [openExchange({ questionLimit: limit }), openExchange({ questionLimit: limit })];
    const [first] = [one.send(), two.send()];
    const ask = (id: string): void => void two.far.send(createRequest(id, 'elicitation/create', {}), 1);
    void one.far.send(createRequest('q1', 'elicitation/create', {}), 1);
    ask('q2');
    ask('q3');
    await waitUntil(() => two.answersTo('q3').length === 1);
    const message = '2 questions of servers at URLs are open already, and each holds a connection.';
    expect(two.answersTo('q3')).toMatchObject([{ code: -32603, message: expect.stringContaining(message) }]);
    first.cancel();
    ask('q4');
    await waitUntil(() => two.questions.length === 2);
    void two.questions[0]?.onAnswer(createResponse(0, '1'));
    ask('q5');
    await waitUntil(() => two.questions.length === 3);
    two.breakOff('exited');
    await waitUntil(() => two.takenBack.length === 2);
    expect(limit.isReached()).toBe(false);
    limit.add();
    limit.add();
    expect(limit.isReached()).toBe(true);
  });

  it('that are answered at once leave nothing behind', async () => {
    const { far, send, received, answersTo } = openExchange();
    send({
      onQuestion(question) {
        void question.onAnswer(createResponse(0, '"at once"'));
        return { cancel: () => void received.push(createRequest('bug', 'taken back')) };
      },
    });
    void far.send(createRequest('q', 'elicitation/create', {}));
    await waitUntil(() => answersTo('q').length === 1);
    void far.send(createResponse(1, '{}'));
    void far.send(createRequest('p', 'ping'));
    await waitUntil(() => answersTo('p').length === 1);
    expect(answersTo('q')).toEqual(['at once']);
    expect(received.filter((frame) => frame.id === 'bug')).toEqual([]);
  });

  it('are told why where there is no answer', async () => {
    const { far, send, questions, answersTo } = openExchange();
    send();
    void far.send(createRequest('q', 'elicitation/create', {}));
    await waitUntil(() => questions.length === 1);
    void questions[0]?.onAnswer(new ToolyardError('connection-lost', 'The client is gone.'));
    await waitUntil(() => answersTo('q').length === 1);
    expect(answersTo('q')).toEqual([{ code: -32603, message: 'The client is gone.' }]);
  });

  it('are taken back with their request alone', async () => {
    const { far, send, questions, takenBack, answersTo } = openExchange();
    const first = send();
    send();
    void far.send(createRequest('q1', 'elicitation/create', {}), 1);
    void far.send(createRequest('q2', 'elicitation/create', {}), 2);
    await waitUntil(() => questions.length === 2);
    first.cancel();
    await waitUntil(() => answersTo('q1').length === 1);
    expect(answersTo('q2')).toEqual([]);
    expect(takenBack).toEqual(['the request it belongs to has ended']);
  });

  it('go to nobody where only Toolyard itself waits for an answer', async () => {
    const { far, send, questions, answersTo } = openExchange();
    send({ respondent: undefined });
    void far.send(createRequest('q1', 'roots/list'));
    void far.send(createRequest('q2', 'roots/list'), 1);
    await waitUntil(() => answersTo('q2').length === 1);
    const nobody = { code: -32601, message: 'No client is connected that could be asked "roots/list".' };
    expect([answersTo('q1'), answersTo('q2')]).toEqual([[nobody], [nobody]]);
    expect(questions).toEqual([]);
  });

  it('are taken back when the link ends', async () => {
    const { far, send, questions, takenBack, breakOff } = openExchange();
    send();
    void far.send(createRequest('q', 'elicitation/create', {}));
    await waitUntil(() => questions.length === 1);
    breakOff('exited');
    await waitUntil(() => takenBack.length === 1);
    expect(takenBack).toEqual(['the connection to the server was lost']);
  });
});
