import type { Clock } from '@toolyard/core';
import { toTaskEvent, type EndedTask, type NewEvent } from '@toolyard/hooks';

/** What an editor says of the tasks that it runs; `key` is the same for all that is said of one run. */
export interface TaskWatch<Key extends object> {
  started(key: Key): void;
  processStarted(key: Key): void;
  /** `exitCode` is absent where the process was taken away. */
  processEnded(key: Key, exitCode: number | undefined): void;
  /** The task as a whole is over, also one that has no process. */
  ended(key: Key): void;
  dispose(): void;
}

/** What is known of a task before it ends. */
export type TaskFacts = Pick<EndedTask, 'name' | 'words' | 'line'>;

interface Running {
  readonly startedAt: number | undefined;
  hasProcess: boolean;
}

/** How long the exit code is waited for once a task is over: the two are told in any order. */
const EXIT_CODE_MS = 2000;

/**
 * Gives one event for each run of a task, when its process has ended, or the task itself where there is none; `facts` is asked at the
 * end. A task that was running before is known from its end alone.
 */
export function createTaskWatch<Key extends object>(options: {
  readonly clock: Clock;
  facts(key: Key): TaskFacts;
  onEnded(key: Key, event: NewEvent): void;
}): TaskWatch<Key> {
  const { clock, facts, onEnded } = options;
  const running = new Map<Key, Running>();
  const told = new WeakSet<Key>();
  const timers = new Map<Key, () => void>();

  function tell(key: Key, exitCode: number | undefined): void {
    timers.get(key)?.();
    timers.delete(key);
    const { startedAt } = running.get(key) ?? {};
    running.delete(key);
    if (told.has(key)) return;
    told.add(key);
    const event = toTaskEvent({
      ...facts(key),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(startedAt === undefined ? {} : { ms: clock.now() - startedAt }),
    });
    onEnded(key, event);
  }

  return {
    started: (key) => void running.set(key, { startedAt: clock.now(), hasProcess: false }),
    processStarted(key) {
      const known = running.get(key) ?? { startedAt: undefined, hasProcess: true };
      known.hasProcess = true;
      running.set(key, known);
    },
    processEnded: tell,
    ended(key) {
      if (told.has(key)) return;
      if (running.get(key)?.hasProcess === false) tell(key, undefined);
      else {
        const stop = clock.after(EXIT_CODE_MS, () => tell(key, undefined));
        timers.set(key, stop);
      }
    },
    dispose() {
      for (const stop of timers.values()) stop();
      timers.clear();
    },
  };
}
