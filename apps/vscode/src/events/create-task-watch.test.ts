import type { NewEvent } from '@toolyard/hooks';
import { createFakeClock } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createTaskWatch, type TaskFacts, type TaskWatch } from './create-task-watch.ts';

interface Run {
  readonly facts: TaskFacts;
}

const BUILD: Run = { facts: { name: 'build', words: ['npm', 'run', 'build'] } };

function create(): {
  readonly watch: TaskWatch<Run>;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly events: NewEvent['values'][];
} {
  const clock = createFakeClock();
  const events: NewEvent['values'][] = [];
  const watch = createTaskWatch<Run>({
    clock,
    facts: ({ facts }) => facts,
    onEnded: (_, { values }) => void events.push(values),
  });
  return { watch, clock, events };
}

it('tells the exit code, the command and the time of a task, once', () => {
  const { watch, clock, events } = create();
  watch.started(BUILD);
  watch.processStarted(BUILD);
  clock.advance(1500);
  watch.processEnded(BUILD, 2);
  watch.ended(BUILD);
  clock.advance(10_000);
  expect(events).toEqual([{ task: 'build', exitCode: 2, command: 'npm run build', ms: 1500 }]);
});

it('waits a moment for the exit code where the end comes first, and tells it all the same', () => {
  const { watch, clock, events } = create();
  for (const run of [BUILD, { facts: { name: 'lint', words: [] } }]) {
    watch.started(run);
    watch.processStarted(run);
    watch.ended(run);
  }
  expect(events).toEqual([]);
  watch.processEnded(BUILD, 0);
  expect(events).toMatchObject([{ task: 'build', exitCode: 0 }]);
  clock.advance(2000);
  expect(events.slice(1)).toEqual([{ task: 'lint', ms: 2000 }]);
});

it('tells of a task without a process at once, without an exit code', () => {
  const { watch, clock, events } = create();
  const all: Run = { facts: { name: 'all', words: [] } };
  watch.started(all);
  clock.advance(300);
  watch.ended(all);
  expect(events).toEqual([{ task: 'all', ms: 300 }]);
});

it('knows no exit code of a process that was taken away, and no time of one that ran before', () => {
  const { watch, clock, events } = create();
  watch.processEnded(BUILD, undefined);
  const other: Run = { facts: { name: 'old', words: [], line: 'make | tee' } };
  watch.ended(other);
  clock.advance(2000);
  expect(events).toEqual([
    { task: 'build', command: 'npm run build' },
    { task: 'old', command: 'make | tee' },
  ]);
});

it('tells nothing any more when it is over', () => {
  const { watch, clock, events } = create();
  watch.ended(BUILD);
  watch.dispose();
  clock.advance(5000);
  expect(events).toEqual([]);
});
