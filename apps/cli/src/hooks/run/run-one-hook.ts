import { ToolyardError, toVisibleJson } from '@toolyard/core';
import type { KnownHook, NewEvent, RunRecord } from '@toolyard/hooks';
import { resolveApprovals, readCause, refusalOf } from '@toolyard/host/hooks';
import { canAsk } from '../../terminal/ask.ts';
import { createScreen } from '../../terminal/create-screen.ts';
import { EXIT } from '../../process/to-exit-code.ts';
import { approveEach } from '../approve/approve-each.ts';
import { DATA_HINT } from '../event/data-hint.ts';
import { renderRun } from '../log/render-run.ts';
import type { CommandHooks } from '../open/open-command-hooks.ts';
import { enterAtTerminal } from './enter-at-terminal.ts';
import { printRunResult } from './print-run-result.ts';

/** One hook that a person wants to run now. */
export interface OneHook {
  readonly opened: CommandHooks;
  readonly known: KnownHook;
  readonly event: Omit<NewEvent, 'target' | 'chain'>;
}

/** Runs one hook whatever its trigger says, and prints its result; resolves with the exit code. */
export async function runOneHook({ opened, known, event }: OneHook): Promise<number> {
  await ensureApproved(opened, known);
  const chain = readCause(opened.surroundings);
  return enterAtTerminal({
    opened,
    event: { ...event, target: known.hook.id, ...(chain === undefined ? {} : { chain }) },
    wait: chain === undefined,
    report: (records) => report(records, opened),
  });
}

async function report(records: readonly RunRecord[], opened: CommandHooks): Promise<number> {
  const { terminal, surroundings, workspace, options } = opened;
  const [record] = records;
  if (record === undefined) {
    const message = `The Toolyard that runs the hooks of ${workspace} does not know this hook. Restart it.`;
    throw new ToolyardError('usage', message);
  }
  if (options.json === true) terminal.stdout.write(`${toVisibleJson(record)}\n`);
  else await printRunResult(record, opened);
  const screen = createScreen(terminal.stderr, surroundings.env);
  if (record.status !== 'success') screen.line(renderRun(record, screen));
  if (lacksValues(record)) screen.line(DATA_HINT);
  return record.status === 'success' ? EXIT.done : EXIT.failed;
}

/** Nothing was sent, and the event had no more than a person gave it. */
function lacksValues({ status, startedAt, event, replayOf, ...record }: RunRecord): boolean {
  const isUnsent = status === 'error' && startedAt === undefined && record.arguments === undefined;
  return isUnsent && event.name === 'manual' && replayOf === undefined;
}

/** Asks for an approval that is missing; throws `config-not-approved` where there is none in the end. */
async function ensureApproved(opened: CommandHooks, known: KnownHook): Promise<void> {
  const resolved = await resolveApprovals({ ...opened, hooks: [known] });
  const open = resolved.hooks.filter(refusalOf);
  if (open.length === 0) return;
  const isGiven = opened.options.yes === true;
  const isApproved = (isGiven || canAsk(opened.terminal)) && (await approveEach(open, { opened, mayAsk: !isGiven }));
  if (isApproved) return;
  throw toUnapproved(known.hook.id);
}

/** Why a hook did not run. */
export function toUnapproved(id: string): ToolyardError {
  const message = `The hook "${id}" is not approved, so it did not run. Run "toolyard hooks approve ${id}" to see what it would run and to approve it.`;
  return new ToolyardError('config-not-approved', message);
}
