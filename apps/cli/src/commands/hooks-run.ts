import { resolveGivenEvent } from '../hooks/event/resolve-given-event.ts';
import { findHook } from '../hooks/open/find-hooks.ts';
import { openCommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { runOneHook } from '../hooks/run/run-one-hook.ts';
import { tryHook } from '../hooks/run/try-hook.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** Which hook is run, and with what. */
export interface HooksRunOptions extends HooksCommandOptions {
  readonly id: string;
  /** `name=value`, as they were typed. */
  readonly data?: readonly string[];
  /** A file with the event, or `-`; a plain `manual` where it is absent. */
  readonly event?: string;
  readonly dryRun?: boolean;
}

/** `toolyard hooks run`: runs one hook now, or shows with `--dry-run` what it would be given. */
export async function runHooksRun(options: HooksRunOptions, context: CommandContext): Promise<number> {
  const { id, data = [], event: file, dryRun = false, ...common } = options;
  const event = await resolveGivenEvent(file === undefined ? { name: 'manual', data } : { file, data }, context);
  const opened = await openCommandHooks(context, common);
  const known = findHook(opened.hooks, id);
  return dryRun ? tryHook({ opened, known, event }) : runOneHook({ opened, known, event });
}
