import type { Log } from '../log/log.ts';

/** Tells the log of something that was thrown and that nobody can act on but whoever maintains the code. */
export function reportBug(log: Log, thrown: unknown): void {
  const trace = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  log.write('error', `Internal error, please report it: ${trace}`);
}
