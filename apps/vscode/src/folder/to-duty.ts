import type { HooksEvent } from '@toolyard/host/hooks';
import type { Duty } from './folder.ts';

/** What the duty of a window for a folder follows from. */
export interface DutyFacts {
  readonly isTrusted: boolean;
  readonly isEnabled: boolean;
  /** How many there are; `undefined` where no file was read yet. */
  readonly hooks: number | undefined;
  /** They run in this window at this moment. */
  readonly isRunning: boolean;
  /** The last event that said something about the watch. */
  readonly last: HooksEvent | undefined;
  /** What is wrong with files of hooks. */
  readonly wrong: string | undefined;
  /** What keeps the hooks from being read or their servers from being opened. */
  readonly problem: string | undefined;
}

/** Whether the hooks of a folder run, and where, by what was last heard and read. */
export function toDuty({ isTrusted, isEnabled, hooks, isRunning, last, wrong, problem }: DutyFacts): Duty {
  if (!isTrusted) return { kind: 'untrusted' };
  if (!isEnabled) return { kind: 'off' };
  if (last?.type === 'watch-elsewhere') return { kind: 'elsewhere' };
  const first = problem ?? wrong;
  // What ran before goes on, whatever became of a file.
  if (isRunning) return { kind: 'here', ...(first === undefined ? {} : { problem: first }) };
  if (problem !== undefined && hooks !== 0) return { kind: 'blocked', message: problem };
  if (wrong !== undefined) return { kind: 'blocked', message: wrong };
  if (hooks === 0) return { kind: 'no hooks' };
  return last?.type === 'watch-failed' ? { kind: 'blocked', message: last.message } : { kind: 'starting' };
}
