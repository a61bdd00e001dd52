import { expect, it } from 'vitest';
import { createQuestionQueue } from './create-question-queue.ts';

it('puts one question after the other, and none that has ended meanwhile', async () => {
  const ask = createQuestionQueue();
  const put: string[] = [];
  let finishFirst = (_answer: string): void => undefined;
  const first = new Promise<string>((resolve) => (finishFirst = resolve));
  const ended = new AbortController();
  const { signal } = new AbortController();
  const toPut = (name: string, answer: Promise<string> | string) => async () => {
    put.push(name);
    return answer;
  };
  const answers = [
    ask(signal, toPut('one', first)),
    ask(ended.signal, toPut('two', 'second')),
    ask(signal, toPut('three', 'third')),
  ];
  ended.abort(new Error('over'));
  await expect(answers[1]).rejects.toThrow('over');
  expect(put).toEqual(['one']);
  finishFirst('first');
  expect([await answers[0], await answers[2], put]).toEqual(['first', 'third', ['one', 'three']]);
});
