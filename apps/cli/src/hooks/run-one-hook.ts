import { ToolyardError, toVisibleJson } from '@toolyard/core';
import type { KnownHook, NewEvent, RunRecord } from '@toolyard/hooks';
import { canAsk } from '../terminal/ask.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { EXIT } from '../to-exit-code.ts';
import { approveEach } from './approve-each.ts';
import { DATA_HINT } from './data-hint.ts';
import { enterEvent } from './enter-event.ts';
import { judgeHooks } from './judge-hooks.ts';
import type { ReadHooks } from './read-hooks.ts';
import { printRunResult } from './print-run-result.ts';
import { readCause } from './read-cause.ts';
import { refusalOf } from './refusal-of.ts';
import { renderRun } from './render-run.ts';

/** One hook that a person wants to run now. */
export interface OneHook {
  readonly read: ReadHooks;
  readonly known: KnownHook;
  readonly event: Omit<NewEvent, 'target' | 'chain'>;
}

/** Runs one hook whatever its trigger says, and prints its result; resolves with the exit code. */
export async function runOneHook({ read, known, event }: OneHook): Promise<number> {
  const { host, options } = read;
  await ensureApproved(read, known);
  const chain = readCause(host);
  return enterEvent({
    read,
    event: { ...event, target: known.hook.id, ...(chain === undefined ? {} : { chain }) },
    wait: chain === undefined,
    report: (records) => report(records, read, options.json === true),
  });
}

async function report(records: readonly RunRecord[], { host, workspace }: ReadHooks, json: boolean): Promise<number> {
  const [record] = records;
  if (record === undefined) {
    const message = `The Toolyard that runs the hooks of ${workspace} does not know this hook. Start it again.`;
    throw new ToolyardError('usage', message);
  }
  if (json) host.stdout.write(`${toVisibleJson(record)}\n`);
  else await printRunResult(record, host);
  const screen = createScreen(host.stderr, host.env);
  if (record.status !== 'success') screen.line(renderRun(record, screen));
  if (lacksValues(record)) screen.line(DATA_HINT);
  return record.status === 'success' ? EXIT.done : EXIT.failed;
}

/** Nothing was sent, and the event had no more than a person gave it. */
function lacksValues({ status, startedAt, event, replayOf }: RunRecord): boolean {
  return status === 'error' && startedAt === undefined && event.name === 'manual' && replayOf === undefined;
}

/** Asks for an approval that is missing; throws `config-not-approved` where there is none in the end. */
async function ensureApproved(read: ReadHooks, known: KnownHook): Promise<void> {
  const { hooks } = await judgeHooks({ ...read, hooks: [known] });
  const open = hooks.filter(refusalOf);
  if (open.length === 0) return;
  const isGiven = read.options.yes === true;
  const isApproved = (isGiven || canAsk(read.host)) && (await approveEach(open, { read, mayAsk: !isGiven }));
  if (isApproved) return;
  const { id } = known.hook;
  const message = `The hook "${id}" is not approved, so nothing of it was run. Run "toolyard hooks approve ${id}" to see what it would run and to approve it.`;
  throw new ToolyardError('config-not-approved', message);
}
