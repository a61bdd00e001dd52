import { expect, it } from 'vitest';
import { onAbort } from './on-abort.ts';

function countListeners(controller: AbortController): () => number {
  let count = 0;
  const { signal } = controller;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    count++;
    add(...given);
  };
  return () => count;
}

it('tells everybody once, in order, with one listener', () => {
  const controller = new AbortController();
  const listeners = countListeners(controller);
  const told: number[] = [];
  const takeBacks = Array.from({ length: 100 }, (_, n) => onAbort(controller.signal, () => void told.push(n)));
  takeBacks[1]?.();
  controller.abort();
  controller.abort();
  expect(told).toEqual(Array.from({ length: 100 }, (_, n) => n).filter((n) => n !== 1));
  expect(listeners()).toBe(1);
});

it('tells at once where the signal is aborted', () => {
  let told = 0;
  onAbort(AbortSignal.abort(), () => void told++);
  expect(told).toBe(1);
});

it('does not tell who was taken back while the others are told', () => {
  const controller = new AbortController();
  const told: string[] = [];
  onAbort(controller.signal, () => {
    told.push('first');
    takeBack();
  });
  const takeBack = onAbort(controller.signal, () => void told.push('second'));
  controller.abort();
  expect(told).toEqual(['first']);
});
