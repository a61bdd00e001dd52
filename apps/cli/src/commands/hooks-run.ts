import { findHook } from '../hooks/find-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import { parseEventData } from '../hooks/parse-event-data.ts';
import { runOneHook } from '../hooks/run-one-hook.ts';
import { tryHook } from '../hooks/try-hook.ts';
import type { Host } from '../host/host.ts';

/** Which hook is run, and with what. */
export interface HooksRunOptions extends HooksOptions {
  readonly id: string;
  /** `name=value`, as they were typed. */
  readonly data?: readonly string[];
  readonly dryRun?: boolean;
}

/** `toolyard hooks run`: runs one hook now, or shows with `--dry-run` what it would be given. */
export async function runHooksRun(options: HooksRunOptions, host: Host): Promise<number> {
  const { id, data = [], dryRun = false, ...common } = options;
  const values = parseEventData(data);
  const read = await openHooks(host, common);
  const known = findHook(read.hooks, id);
  const event = { name: 'manual' as const, values };
  return dryRun ? tryHook({ read, known, event }) : runOneHook({ read, known, event });
}
