import { expect, it } from 'vitest';
import { EventStore } from './event-store.ts';

function setUp(maxStoredEvents: number, maxStoredBytes: number) {
  const forgotten: number[] = [];
  const store = new EventStore({ maxStoredEvents, maxStoredBytes }, (stream) => forgotten.push(stream));
  const add = (stream: number, number: number, bytes = 1, at = 0): void =>
    store.add({ stream, number, chunk: new Uint8Array(bytes), at });
  const numbers = (stream: number, after = 0): number[] => store.after(stream, after).map((event) => event.number);
  return { store, add, numbers, forgotten };
}

it('gives the events of one stream after a number', () => {
  const { add, numbers } = setUp(10, 100);
  add(1, 1);
  add(2, 1);
  add(1, 2);
  add(1, 3);
  expect([numbers(1), numbers(1, 1), numbers(2), numbers(3)]).toEqual([[1, 2, 3], [2, 3], [1], []]);
});

it('drops the oldest over the number of events', () => {
  const { add, numbers, forgotten } = setUp(2, 100);
  add(1, 1);
  add(2, 1);
  add(2, 2);
  expect({ first: numbers(1), second: numbers(2), forgotten }).toEqual({ first: [], second: [1, 2], forgotten: [1] });
});

it('drops the oldest over the size, but never the newest', () => {
  const { add, numbers } = setUp(10, 100);
  add(1, 1, 60);
  add(1, 2, 60);
  expect(numbers(1)).toEqual([2]);
  add(1, 3, 1000);
  expect(numbers(1)).toEqual([3]);
});

it('drops what is older than asked', () => {
  const { store, add, numbers, forgotten } = setUp(10, 100);
  add(1, 1, 1, 10);
  add(1, 2, 1, 20);
  store.dropBefore(20);
  expect(numbers(1)).toEqual([2]);
  store.dropBefore(21);
  expect({ left: numbers(1), forgotten }).toEqual({ left: [], forgotten: [1] });
});
