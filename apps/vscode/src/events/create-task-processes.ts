import type { Clock } from '@toolyard/core';

/** The processes of tasks, which a terminal shows. */
export interface TaskProcesses {
  started(task: object, processId: number): void;
  ended(task: object): void;
  /** Whether a process is that of a task, or was a moment ago. */
  has(processId: number | undefined): boolean;
}

/** How long a process is remembered after its end: what its terminal says may come later, and the number is given to another process one day. */
const REMEMBERED_MS = 10_000;

/** Remembers the processes of tasks for as long as their terminals may speak of them. */
export function createTaskProcesses(clock: Clock): TaskProcesses {
  const running = new Map<object, number>();
  const known = new Map<number, object>();
  return {
    started(task, processId) {
      running.set(task, processId);
      known.set(processId, task);
    },
    ended(task) {
      const processId = running.get(task);
      running.delete(task);
      if (processId === undefined) return;
      clock.after(REMEMBERED_MS, () => {
        if (known.get(processId) === task) known.delete(processId);
      });
    },
    has: (processId) => processId !== undefined && known.has(processId),
  };
}
