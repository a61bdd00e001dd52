import { toVisibleJson } from '@toolyard/core';
import { parseRunRecord, type RunRecord, type RunStatus } from '@toolyard/hooks';
import { locateHooks, readRunsOf, type HooksPlace } from '@toolyard/host/hooks';
import { readRuns } from '@toolyard/node';
import { describeWaiting } from '../hooks/log/describe-waiting.ts';
import { findRun } from '../hooks/log/find-run.ts';
import { renderLoggedRun } from '../hooks/log/render-run.ts';
import { renderWholeRun } from '../hooks/log/render-whole-run.ts';
import type { GroupedCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Screen } from '../terminal/create-screen.ts';
import { EXIT, toSignalExitCode } from '../process/to-exit-code.ts';

/** Which runs are wanted. */
export interface HooksLogOptions extends GroupedCommandOptions {
  /** One run, by its id or the beginning of it. */
  readonly run?: string;
  readonly hook?: string;
  readonly status?: RunStatus;
  readonly tail?: number;
  readonly follow?: boolean;
}

/** `toolyard hooks log`: what ran in the workspace, and what did not and why, the oldest first. */
export function runHooksLog(options: HooksLogOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal, endWithReader }) => {
    endWithReader();
    const place = await locateHooks(surroundings, options);
    const screen = createScreen(terminal.stdout, surroundings.env);
    if (options.run !== undefined) return showRun(options, place, screen);
    const { tail, follow = false } = options;
    let shown = 0;
    await readRuns({
      file: place.runsFile,
      follow,
      signal,
      ...(tail === undefined ? {} : { tail }),
      toRun: (value) => toWanted(value, options),
      onRun(record) {
        shown++;
        screen.line(options.json === true ? toVisibleJson(record) : renderLoggedRun(record, screen));
      },
    });
    terminal.stderr.write(await describeWaiting(place));
    if (shown === 0 && !follow && tail !== 0) terminal.stderr.write(`${explainNothing(options, place)}\n`);
    return toSignalExitCode(signal.reason);
  });
}

function toWanted(value: unknown, { hook, group, status }: HooksLogOptions): RunRecord | undefined {
  const record = parseRunRecord(value);
  if (hook !== undefined && record?.hook !== hook) return undefined;
  if (group !== undefined && record?.group !== group) return undefined;
  return status === undefined || record?.status === status ? record : undefined;
}

async function showRun({ run = '', json }: HooksLogOptions, place: HooksPlace, screen: Screen): Promise<number> {
  const record = findRun(await readRunsOf(place), run);
  if (json === true) screen.line(toVisibleJson(record, 2));
  else for (const line of renderWholeRun(record, screen)) screen.line(line);
  return EXIT.done;
}

function explainNothing({ hook, group, status }: HooksLogOptions, { workspace }: HooksPlace): string {
  const about = [
    ...(hook === undefined ? [] : [` of the hook "${hook}"`]),
    ...(group === undefined ? [] : [` of the group "${group}"`]),
    ...(status === undefined ? [] : [` that ended as ${status}`]),
  ];
  return `There are no runs${about.join('')} in the log of ${workspace}.`;
}
