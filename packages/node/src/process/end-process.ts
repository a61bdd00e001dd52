import { systemDelay } from '../clock/system-delay.ts';
import type { ProcessTrees } from './process-trees.ts';
import { settlesWithin } from './settles-within.ts';

/** A process on its way out. */
export interface EndingProcess {
  readonly pid: number;
  /** Resolves when the process itself has ended; others of its tree may be left. */
  readonly exited: Promise<unknown>;
  closeInput(): void;
}

/** How long a process has for each step of its end. */
export interface EndLimits {
  /** To leave after its input was closed, and again after it was asked. */
  readonly graceMs: number;
  /** For the system to end it by force. */
  readonly killLimitMs: number;
}

const LIMITS: EndLimits = { graceMs: 1000, killLimitMs: 5000 };
const LONGEST_POLL_MS = 100;

/**
 * Ends a process and everything it started: closes its input, then asks, then forces. Resolves with true when none is
 * left, with false where the system does not end one even so.
 */
export async function endProcess(
  ending: EndingProcess,
  trees: ProcessTrees,
  limits: EndLimits = LIMITS,
): Promise<boolean> {
  ending.closeInput();
  await settlesWithin(ending.exited, limits.graceMs);
  // Once the tree was seen to be gone it is never signalled again, since its number may then belong to others.
  if (!(await trees.isAlive(ending.pid))) return true;
  trees.signal(ending.pid, 'SIGTERM');
  if (await isGoneWithin(trees, ending.pid, limits.graceMs)) return true;
  trees.signal(ending.pid, 'SIGKILL');
  return await isGoneWithin(trees, ending.pid, limits.killLimitMs);
}

async function isGoneWithin(trees: ProcessTrees, pid: number, limitMs: number): Promise<boolean> {
  let pause = 2;
  for (const started = performance.now(); performance.now() - started < limitMs; pause *= 2) {
    await systemDelay(Math.min(pause, LONGEST_POLL_MS));
    if (!(await trees.isAlive(pid))) return true;
  }
  return false;
}
