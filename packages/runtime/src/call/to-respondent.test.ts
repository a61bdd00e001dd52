import { createRequest } from '@toolyard/core';
import { expect, it } from 'vitest';
import { toRespondent } from './to-respondent.ts';

function open() {
  const asked: string[] = [];
  const answers: unknown[] = [];
  const respondent = {
    capabilities: { roots: {} },
    answer: async ({ method }: { readonly method: string }) => void asked.push(method),
  };
  const { onQuestion } = toRespondent({ origin: 'person', respondent }, 'a');
  const put = () =>
    onQuestion?.({ frame: createRequest(1, 'roots/list'), onAnswer: (answer) => void answers.push(answer) });
  return { asked, answers, put };
}

/** Long enough for everything that needs no timer. */
async function passTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

it('asks', async () => {
  const { asked, answers, put } = open();
  put();
  await passTurns();
  expect(asked).toEqual(['roots/list']);
  expect(answers).toHaveLength(1);
});

it('does not ask what was taken back at once', async () => {
  const { asked, put } = open();
  put()?.cancel();
  await passTurns();
  expect(asked).toEqual([]);
});
