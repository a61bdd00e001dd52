import { toRecordedValues } from '@toolyard/hooks';
import { readRunsOf } from '@toolyard/host/hooks';
import { explainCut } from '../hooks/event/resolve-given-event.ts';
import { findRun } from '../hooks/log/find-run.ts';
import { findHook } from '../hooks/open/find-hooks.ts';
import { openCommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { runOneHook } from '../hooks/run/run-one-hook.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** Which run is repeated. */
export interface HooksReplayOptions extends HooksCommandOptions {
  /** Its id, the beginning of it, or `last`. */
  readonly run: string;
}

/** `toolyard hooks replay`: runs the hook of a run once more, for the event that it had. */
export async function runHooksReplay(
  { run, ...options }: HooksReplayOptions,
  context: CommandContext,
): Promise<number> {
  const opened = await openCommandHooks(context, options);
  const { id, hook, event } = findRun(await readRunsOf(opened), run);
  const known = findHook(opened.hooks, hook);
  context.terminal.stderr.write(explainCut(event.cut ?? []));
  return runOneHook({ opened, known, event: { name: event.name, values: toRecordedValues(event), replayOf: id } });
}
