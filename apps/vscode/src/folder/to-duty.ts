import type { HooksEvent } from '@toolyard/host/hooks';
import type { Duty } from './folder.ts';

/** What the duty of a window for a folder follows from. */
export interface DutyFacts {
  readonly isTrusted: boolean;
  readonly isEnabled: boolean;
  /** How many there are; `undefined` where no file was read yet. */
  readonly hooks: number | undefined;
  /** The last event that said something about the watch. */
  readonly last: HooksEvent | undefined;
  /** What keeps the hooks from being read or their servers from being opened. */
  readonly problem: string | undefined;
}

/** Whether the hooks of a folder run, and where, by what was last heard. */
export function toDuty({ isTrusted, isEnabled, hooks, last, problem }: DutyFacts): Duty {
  if (!isTrusted) return { kind: 'untrusted' };
  if (!isEnabled) return { kind: 'off' };
  if (last?.type === 'watch-elsewhere') return { kind: 'elsewhere' };
  if (problem !== undefined && hooks !== 0) return { kind: 'blocked', message: problem };
  if (last?.type === 'watch-failed') return { kind: 'blocked', message: last.message };
  if (last?.type === 'hooks-wrong') return { kind: 'blocked', message: last.lines.join('\n') };
  if (hooks === 0) return { kind: 'no hooks' };
  return last?.type === 'watch-started' ? { kind: 'here' } : { kind: 'starting' };
}
