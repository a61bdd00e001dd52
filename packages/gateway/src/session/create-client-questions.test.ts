import { createRequest, createResponse, type Frame } from '@toolyard/core';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createClientQuestions } from './create-client-questions.ts';

it('does not hold up a client whose answer a server does not read', () => {
  const sent: Frame[] = [];
  const answers: unknown[] = [];
  const questions = createClientQuestions({ send: (frame) => void sent.push(frame), clock: createFakeClock() });
  questions.put({
    frame: createRequest('q', 'roots/list'),
    onAnswer(answer) {
      answers.push(answer);
      return new Promise(() => undefined);
    },
  });
  const answer = createResponse(sent[0]?.id ?? 0, '{}');
  expect(questions.take(answer)).toBeUndefined();
  questions.take(answer);
  expect(answers).toEqual([answer]);
});
