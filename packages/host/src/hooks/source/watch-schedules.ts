import type { Clock } from '@toolyard/core';
import { createFindNextRun, findScheduledEvents, hasSchedule, type KnownHook } from '@toolyard/hooks';
import type { Source, SourceOptions } from './source.ts';
import { tellEachErrorOnce } from './tell-each-error-once.ts';

/**
 * How often the clock is looked at while nothing is due: a timer does not count the time that a machine sleeps, knows nothing of
 * a clock that is set, and cannot wait for more than 24 days.
 */
const WAKE_MS = 20_000;
/** How long after a failure it is tried again. */
const RETRY_MS = 3000;

export interface ScheduleSourceOptions extends Pick<SourceOptions, 'engine' | 'onError'> {
  readonly clock: Clock;
  /** That of the machine, for schedules that name none. */
  readonly timeZone: string;
}

/** Enters what is due by the clock. */
export interface ScheduleSource extends Pick<Source, 'close'> {
  /** These hooks count from now on; resolves when all that is due by now was entered. */
  watchFor(hooks: readonly KnownHook[]): Promise<void>;
}

/** Follows the schedules of hooks, also over times at which nothing ran. */
export function watchSchedules({ engine, clock, timeZone, onError }: ScheduleSourceOptions): ScheduleSource {
  const findNextRun = createFindNextRun(timeZone);
  const tellError = tellEachErrorOnce({ onError });
  let hooks: readonly KnownHook[] = [];
  let due = Infinity;
  let seen = -Infinity;
  let busy: Promise<void> = Promise.resolve();
  let isClosed = false;
  let stopTimer = (): void => undefined;

  async function look(): Promise<void> {
    if (isClosed) return;
    seen = clock.now();
    const found = findScheduledEvents(hooks, { marks: engine.marks(), now: seen, findNextRun });
    if (found.events.length > 0) {
      const events = found.events.map(({ event }) => event);
      const entered = await engine.enter(
        events,
        found.events.map(({ marks }) => marks),
      );
      entered.ended.catch(() => undefined);
    }
    if (Object.keys(found.marks).length > 0) await engine.mark(found.marks);
    due = found.next ?? Infinity;
    tellError(undefined);
  }

  function start(): Promise<void> {
    stopTimer();
    busy = busy
      .then(look)
      .catch((error: unknown) => {
        if (!isClosed) tellError(error);
        due = clock.now() + RETRY_MS;
      })
      .finally(arm);
    return busy;
  }

  function arm(): void {
    stopTimer();
    if (isClosed || !hooks.some(hasSchedule)) return;
    stopTimer = clock.after(Math.min(Math.max(due - clock.now(), 1), WAKE_MS), wake);
  }

  function wake(): void {
    const now = clock.now();
    // A clock that was put back changes what is due.
    if (due <= now || now < seen) return void start();
    seen = now;
    arm();
  }

  return {
    watchFor(next) {
      hooks = next;
      return start();
    },
    async close() {
      isClosed = true;
      stopTimer();
      await busy;
    },
  };
}
