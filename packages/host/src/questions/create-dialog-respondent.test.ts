import { QUESTION_EXPIRES_MS, toToolId, type CallQuestion } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createDialogRespondent, type DialogRespondentOptions } from './create-dialog-respondent.ts';

const never = new AbortController().signal;
const FORM: CallQuestion = {
  server: 'web',
  tool: toToolId('web', 'fetch'),
  method: 'elicitation/create',
  params: { message: 'Which one?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
};

function open(more: Partial<DialogRespondentOptions> = {}) {
  const notices: string[] = [];
  const asked: unknown[] = [];
  const clock = createFakeClock();
  const put = (question: unknown): Promise<never> => {
    asked.push(question);
    return new Promise(() => undefined);
  };
  const respondent = createDialogRespondent({
    dialogs: { askForm: put, askPage: put },
    notify: (message) => void notices.push(message),
    clock,
    ...more,
  });
  return { respondent, notices, asked, clock };
}

describe('createDialogRespondent', () => {
  it('says which question of which call expired, also where it was never put', async () => {
    const { respondent, notices, asked, clock } = open();
    const calls = [new AbortController(), new AbortController()];
    const answers = calls.map(({ signal }) => respondent.answer(FORM, signal));
    await expect.poll(() => asked).toMatchObject([{ server: 'web', tool: 'web:fetch', message: 'Which one?' }]);
    clock.advance(QUESTION_EXPIRES_MS);
    for (const call of calls) call.abort(new Error('expired'));
    for (const answer of answers) await expect(answer).rejects.toThrow('expired');
    const notice =
      'Server "web", for web:fetch, asked something that nobody answered within 10 minutes, so the call was ended: "Which one?". Call the tool again to be asked again.';
    expect(notices).toEqual([notice, notice]);
  });

  it('says nothing of a question whose call was stopped before', async () => {
    const { respondent, notices, clock } = open();
    const call = new AbortController();
    const answer = respondent.answer(FORM, call.signal);
    clock.advance(QUESTION_EXPIRES_MS / 2);
    call.abort(new Error('stopped'));
    await expect(answer).rejects.toThrow('stopped');
    expect(notices).toEqual([]);
  });

  it('tells roots without asking, where there are some', async () => {
    const roots = [{ uri: 'file:///shop', name: 'shop' }];
    const { respondent, asked } = open({ roots: () => roots });
    const question = { server: 'web', method: 'roots/list', params: {} };
    expect(await respondent.answer(question, never)).toEqual({ roots });
    expect(respondent.capabilities).toEqual({ elicitation: { form: {}, url: {} }, roots: {} });
    expect(asked).toEqual([]);
  });

  it('says once of a server that there is no model for it', () => {
    const { respondent, notices } = open();
    const question = { server: 'web', method: 'sampling/createMessage', params: {} };
    for (const each of [question, question, { ...question, method: 'roots/list' }]) respondent.onRefused?.(each);
    expect(notices).toEqual(['Server "web" wanted to ask a model, which is not possible here.']);
  });
});
