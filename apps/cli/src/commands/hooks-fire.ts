import { toVisibleLine, ToolyardError } from '@toolyard/core';
import { addresseeOf, type EventName, type RunRecord } from '@toolyard/hooks';
import { readCause } from '@toolyard/host/hooks';
import { fireAndLeave } from '../hooks/event/fire-and-leave.ts';
import { parseEventData } from '../hooks/event/parse-event-data.ts';
import { parseEventName } from '../hooks/event/parse-event-name.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { enterAtTerminal } from '../hooks/run/enter-at-terminal.ts';
import { reportHookRuns } from '../hooks/run/report-hook-runs.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommandContext } from '../terminal/command-context.ts';

/** What is entered. */
export interface HooksFireOptions extends HooksCommandOptions {
  readonly event: string;
  /** `name=value`, as they were typed. */
  readonly data?: readonly string[];
  /** False with `--no-wait`. */
  readonly wait?: boolean;
  /** The value of `--from-git`. */
  readonly fromGit?: boolean;
}

/** `toolyard hooks fire`: enters an event, and prints what ran because of it, or why nothing did. */
export async function runHooksFire(options: HooksFireOptions, context: CommandContext): Promise<number> {
  const { event, data = [], wait = true, fromGit = false, ...common } = options;
  if (!wait) {
    await fireAndLeave(options, context.surroundings, {
      out: (text) => void context.terminal.stdout.write(text),
      err: (text) => void context.terminal.stderr.write(text),
    });
    return EXIT.done;
  }
  if (fromGit) throw new ToolyardError('usage', '--from-git can only be used with --no-wait.');
  const name = parseEventName(event);
  const values = parseEventData(data);
  const chain = readCause(context.surroundings);
  const opened = await openCommandHooks(context, common);
  return enterAtTerminal({
    opened,
    event: { name, values, ...(chain === undefined ? {} : { chain }) },
    // A run that waits for another one may take the last place that the other one needs.
    wait: chain === undefined,
    onLeft: () => void (common.json === true && reportHookRuns([], context, common)),
    report(records: readonly RunRecord[]) {
      const why = opened.hooks.length === 0 ? explainNoHooks(opened) : explainNobody(name, values);
      if (records.length === 0) context.terminal.stderr.write(`${why}\n`);
      return reportHookRuns(records, context, common);
    },
  });
}

function explainNobody(name: EventName, values: Readonly<Record<string, unknown>>): string {
  const addressee = addresseeOf({ name, context: values });
  return addressee === undefined
    ? `No hook waits for ${name}.`
    : `There is no hook "${toVisibleLine(addressee)}" that waits for ${name}.`;
}
