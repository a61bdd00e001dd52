import { toVisibleJson } from '@toolyard/core';
import { parseRunRecord, type RunRecord, type RunStatus } from '@toolyard/hooks';
import { readRuns } from '@toolyard/node';
import { findRun } from '../hooks/find-run.ts';
import { locateHooks, type HooksOptions, type HooksPlace } from '../hooks/locate-hooks.ts';
import { readRunsOf } from '../hooks/read-runs-of.ts';
import { renderLoggedRun } from '../hooks/render-run.ts';
import { renderWholeRun } from '../hooks/render-whole-run.ts';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { EXIT, toEndCode } from '../to-exit-code.ts';

/** Which runs are wanted. */
export interface HooksLogOptions extends HooksOptions {
  /** One run, by its id or the beginning of it. */
  readonly run?: string;
  readonly hook?: string;
  readonly status?: RunStatus;
  readonly tail?: number;
  readonly follow?: boolean;
}

/** `toolyard hooks log`: what ran in the workspace, and what did not and why, the oldest first. */
export function runHooksLog(options: HooksLogOptions, host: Host): Promise<number> {
  return runInterruptible(host, async ({ signal, endWithReader }) => {
    endWithReader();
    const place = await locateHooks(host, options);
    if (options.run !== undefined) return showRun(options.run, place, options);
    const { tail, follow = false } = options;
    const screen = createScreen(host.stdout, host.env);
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
    if (shown === 0 && !follow && tail !== 0) host.stderr.write(`${explainNothing(options, place)}\n`);
    return toEndCode(signal.reason);
  });
}

function toWanted(value: unknown, { hook, status }: HooksLogOptions): RunRecord | undefined {
  const record = parseRunRecord(value);
  const isWanted = (hook === undefined || record?.hook === hook) && (status === undefined || record?.status === status);
  return isWanted ? record : undefined;
}

async function showRun(wanted: string, place: HooksPlace, { json }: HooksLogOptions): Promise<number> {
  const record = findRun(await readRunsOf(place), wanted);
  const screen = createScreen(place.host.stdout, place.host.env);
  if (json === true) screen.line(toVisibleJson(record, 2));
  else for (const line of renderWholeRun(record, screen)) screen.line(line);
  return EXIT.done;
}

function explainNothing({ hook, status }: HooksLogOptions, { workspace }: HooksPlace): string {
  const about = `${hook === undefined ? '' : ` of the hook "${hook}"`}${status === undefined ? '' : ` that ended as ${status}`}`;
  return `There are no runs${about} in the log of ${workspace}.`;
}
