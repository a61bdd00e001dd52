import { readFileSync } from 'node:fs';

/** What the system tells of a process. */
export interface ProcessStart {
  /** One letter; `Z` and `X` are processes that have ended. */
  readonly state: string;
  /** Ticks from the start of the system to that of the process. */
  readonly ticks: string;
  /** The number of its parent; of an orphan, that of whoever adopted it. */
  readonly parent: number;
}

/** When a process was started, which tells it from a later one with its number; `undefined` where the system does not tell. */
export function readProcessStart(pid: number): ProcessStart | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', ticks = ''] = [fields[0], fields[19]];
    return { state, ticks, parent: Number(fields[1]) };
  } catch {
    return undefined;
  }
}

/** Tells this run of the system from every other; `undefined` where the system does not tell. */
export function readBootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}
