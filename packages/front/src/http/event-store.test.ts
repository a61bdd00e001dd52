import { expect, it } from 'vitest';
import { EventStore } from './event-store.ts';
import { ReplayBudget } from './replay-budget.ts';

function setUp(maxStoredEvents: number, maxStoredBytes: number, budget = new ReplayBudget(Infinity)) {
  const forgotten: number[] = [];
  const store = new EventStore({ maxStoredEvents, maxStoredBytes }, budget, (stream) => forgotten.push(stream));
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

it('drops a stream that is not needed any more', () => {
  const { store, add, numbers, forgotten } = setUp(10, 100);
  add(1, 1);
  add(2, 1);
  add(1, 2);
  store.dropStream(1);
  store.dropStream(3);
  expect({ first: numbers(1), second: numbers(2), forgotten }).toEqual({ first: [], second: [1], forgotten: [1] });
});

it('shares a budget with other stores: the oldest goes first, whosever it is', () => {
  const budget = new ReplayBudget(5000);
  const one = setUp(10, 10_000, budget);
  const other = setUp(10, 10_000, budget);
  one.add(1, 1, 2000);
  other.add(1, 1, 2000);
  one.add(1, 2, 2000);
  expect([one.numbers(1), other.numbers(1)]).toEqual([[2], [1]]);
  one.add(2, 1, 2000);
  expect([one.numbers(1), one.numbers(2), other.numbers(1)]).toEqual([[2], [1], []]);
  expect(other.forgotten).toEqual([1]);
  other.add(2, 1, 50_000);
  expect([one.numbers(1), one.numbers(2), other.numbers(2)]).toEqual([[], [], [1]]);
  other.store.clear();
  one.add(3, 1, 4000);
  expect(one.numbers(3)).toEqual([1]);
});

it('counts more than the bytes of tiny events', () => {
  const { add, numbers } = setUp(1000, 1000, new ReplayBudget(2500));
  for (let number = 1; number <= 100; number++) add(1, number);
  expect(numbers(1).length).toBeLessThan(20);
});
