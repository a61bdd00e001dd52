import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createTaskProcesses } from './create-task-processes.ts';

it('knows the process of a task until a while after its end', () => {
  const clock = createFakeClock();
  const processes = createTaskProcesses(clock);
  const task = {};
  processes.started(task, 7);
  clock.advance(100_000);
  expect([processes.has(7), processes.has(8), processes.has(undefined)]).toEqual([true, false, false]);
  processes.ended(task);
  clock.advance(9000);
  expect(processes.has(7)).toBe(true);
  clock.advance(1000);
  expect(processes.has(7)).toBe(false);
});

it('does not forget a process whose number another task got', () => {
  const clock = createFakeClock();
  const processes = createTaskProcesses(clock);
  const first = {};
  processes.started(first, 7);
  processes.ended(first);
  processes.started({}, 7);
  clock.advance(10_000);
  expect(processes.has(7)).toBe(true);
  processes.ended({});
});
