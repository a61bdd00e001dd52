import { toVisibleJson } from '@toolyard/core';
import type { RunRecord, RunStatus } from '@toolyard/hooks';
import type { CommandContext } from '../../terminal/command-context.ts';
import { createScreen } from '../../terminal/create-screen.ts';
import { EXIT } from '../../process/to-exit-code.ts';
import { renderRun } from '../log/render-run.ts';

const FAILED: readonly RunStatus[] = ['error', 'timeout', 'cancelled', 'interrupted'];

/** Prints what became of an event, one line a run, or as an array of records; gives the exit code for it. */
export function reportHookRuns(
  records: readonly RunRecord[],
  { terminal, surroundings }: CommandContext,
  { json = false }: { readonly json?: boolean },
): number {
  const screen = createScreen(terminal.stdout, surroundings.env);
  if (json) screen.line(toVisibleJson(records));
  else for (const record of records) screen.line(renderRun(record, screen));
  return records.some(({ status }) => FAILED.includes(status)) ? EXIT.failed : EXIT.done;
}
