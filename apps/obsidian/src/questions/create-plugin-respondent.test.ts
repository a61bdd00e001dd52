import type { CallQuestion } from '@toolyard/core';
import { createScriptedModel } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { FormQuestion, PageQuestion } from '@toolyard/host';
import type { SamplingQuestion } from '@toolyard/host/assistant';
import { createPluginRespondent } from './create-plugin-respondent.ts';

const signal = new AbortController().signal;
const SCHEMA = { type: 'object', properties: { name: { type: 'string' } } };
const SAMPLING = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };

function toForm(message: string, schema: unknown = SCHEMA): CallQuestion {
  return { server: 'web', method: 'elicitation/create', params: { message, requestedSchema: schema } };
}

/** A person who answers when the test says so. */
function open() {
  const shown: (FormQuestion | PageQuestion | SamplingQuestion)[] = [];
  const finish: ((answer: unknown) => void)[] = [];
  const notices: string[] = [];
  const closing = new AbortController();
  const models = { error: undefined as Error | undefined, other: {}, closed: 0 };
  const ask = <Answer>(question: FormQuestion | PageQuestion | SamplingQuestion): Promise<Answer> => {
    shown.push(question);
    return new Promise((resolve) => finish.push((answer) => resolve(answer as Answer)));
  };
  const respondent = createPluginRespondent({
    dialogs: { askForm: ask, askPage: ask, askSampling: ask, askToContinue: async () => false },
    notify: (message) => void notices.push(message),
    clock: { now: () => 0 },
    async openModel() {
      if (models.error !== undefined) throw models.error;
      const scripted = createScriptedModel([{ text: 'Hello.' }]);
      return { model: { ...scripted, ...models.other }, close: () => void models.closed++ };
    },
    signal: closing.signal,
  });
  return { respondent, shown, finish, notices, closing, models };
}

it('puts one question after the other, and none whose call has ended meanwhile', async () => {
  const { respondent, shown, finish } = open();
  const ended = new AbortController();
  const answers = [
    respondent.answer(toForm('One?'), signal),
    respondent.answer(toForm('Two?'), ended.signal),
    respondent.answer(toForm('Three?'), signal),
  ];
  await expect.poll(() => shown).toMatchObject([{ server: 'web', message: 'One?', schema: SCHEMA }]);
  ended.abort(new Error('over'));
  await expect(answers[1]).rejects.toThrow('over');
  finish[0]?.({ action: 'decline' });
  expect(await answers[0]).toEqual({ action: 'decline' });
  await expect.poll(() => shown.length).toBe(2);
  expect(shown[1]).toMatchObject({ message: 'Three?' });
});

it('ends all questions when the plugin is closed', async () => {
  const { respondent, shown, closing } = open();
  const answers = [respondent.answer(toForm('One?'), signal), respondent.answer(toForm('Two?'), signal)];
  await expect.poll(() => shown.length).toBe(1);
  closing.abort(new Error('closed'));
  for (const answer of answers) await expect(answer).rejects.toThrow('closed');
  expect(shown).toHaveLength(1);
});

it('shows the whole address of a page and its host', async () => {
  const { respondent, shown, finish } = open();
  const params = { mode: 'url', message: 'Log in', url: 'https://a@example.com:8443/x' };
  const answer = respondent.answer({ server: 'web', method: 'elicitation/create', params }, signal);
  await expect.poll(() => shown).toMatchObject([{ url: 'https://a@example.com:8443/x', host: 'example.com:8443' }]);
  finish[0]?.({ action: 'accept' });
  expect(await answer).toEqual({ action: 'accept' });
});

it('says to people and to the server what cannot be shown, and goes on with the next', async () => {
  const { respondent, notices, shown } = open();
  const odd = toForm('Odd', { type: 'object', properties: { list: { type: 'object' } } });
  const reason = 'its field "list" has a type that forms do not support';
  await expect(respondent.answer(odd, signal)).rejects.toThrow(`The question cannot be shown: ${reason}.`);
  expect(notices).toEqual([`Server "web" asked something that cannot be shown: ${reason}.`]);
  const sampling = { server: 'web', method: 'sampling/createMessage', params: {} };
  await expect(respondent.answer(sampling, signal)).rejects.toThrow('it has no messages');
  await expect(respondent.answer({ ...sampling, method: 'roots/list' }, signal)).rejects.toThrow(
    'cannot be asked here',
  );
  void respondent.answer(toForm('Next?'), signal);
  await expect.poll(() => shown.length).toBe(1);
});

it('asks the chosen model only by the dialog, and closes it in any case', async () => {
  const { respondent, shown, finish, notices, models } = open();
  const sampling = { server: 'web', method: 'sampling/createMessage', params: SAMPLING };
  const approved = respondent.answer(sampling, signal);
  await expect.poll(() => shown).toMatchObject([{ model: 'scripted/model', asked: { maxTokens: 5 } }]);
  const question = shown[0] as SamplingQuestion;
  finish[0]?.(await question.ask({ signal, onText: () => undefined }));
  expect(await approved).toMatchObject({ content: { type: 'text', text: 'Hello.' }, model: 'scripted/model' });
  const denied = respondent.answer(sampling, signal);
  await expect.poll(() => shown.length).toBe(2);
  finish[1]?.(undefined);
  await expect(denied).rejects.toThrow('The user denied the request.');
  expect(models.closed).toBe(2);
  models.other = {
    ask() {
      throw new Error('It was refused. Check OPENAI_API_KEY.');
    },
  };
  const refused = respondent.answer(sampling, signal);
  await expect.poll(() => shown.length).toBe(3);
  await expect((shown[2] as SamplingQuestion).ask({ signal, onText: () => undefined })).rejects.toThrow(
    'It was refused. Check its key in the settings of Toolyard, under Access to models.',
  );
  finish[2]?.(undefined);
  await expect(refused).rejects.toThrow('denied');
  models.error = new Error('No model is chosen. Choose one with --model or so.');
  await expect(respondent.answer(sampling, signal)).rejects.toThrow('There is no model that could be asked.');
  expect(notices).toEqual([
    'Server "web" wants to ask a model. No model is chosen. Choose one in the settings of Toolyard, under Assistant.',
  ]);
});
