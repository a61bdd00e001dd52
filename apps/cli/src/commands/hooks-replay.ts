import { findHook } from '../hooks/find-hooks.ts';
import { findRun } from '../hooks/find-run.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import { readRunsOf } from '../hooks/read-runs-of.ts';
import { runOneHook } from '../hooks/run-one-hook.ts';
import type { Host } from '../host/host.ts';

/** Which run is repeated. */
export interface HooksReplayOptions extends HooksOptions {
  /** Its id, the beginning of it, or `last`. */
  readonly run: string;
}

/** `toolyard hooks replay`: runs the hook of a run once more, for the event that it had. */
export async function runHooksReplay({ run, ...options }: HooksReplayOptions, host: Host): Promise<number> {
  const read = await openHooks(host, options);
  const { id, hook, event } = findRun(await readRunsOf(read), run);
  const known = findHook(read.hooks, hook);
  const whole = Object.entries(event.context).filter(([name]) => event.cut?.includes(name) !== true);
  // An event without a branch has none again, whatever is checked out now.
  const values = { branch: null, ...Object.fromEntries(whole) };
  return runOneHook({ read, known, event: { name: event.name, values, replayOf: id } });
}
