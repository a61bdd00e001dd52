import { toVisible, toVisibleJson } from '@toolyard/core';
import { createFindNextRun, hasSchedule, toShownTime, type KnownHook, type RunRecord } from '@toolyard/hooks';
import {
  findReplacedGitHooks,
  resolveApprovals,
  readRunsOf,
  refusalOf,
  hookStateOf,
  isWatched,
  targetOf,
  type HookState,
  type ResolvedHook,
} from '@toolyard/host/hooks';
import { findTimeZone } from '@toolyard/node';
import { explainUnapproved } from '../hooks/approve/explain-unapproved.ts';
import { describeWaiting } from '../hooks/log/describe-waiting.ts';
import { RUN_TONES } from '../hooks/log/render-run.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type CommandHooks, type GroupedCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { groupsOf, selectGroup } from '../hooks/open/select-group.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Screen, type Tone } from '../terminal/create-screen.ts';
import { renderTable, type Cell } from '../terminal/render-table.ts';
import { EXIT } from '../process/to-exit-code.ts';

const STATE_TONES: Readonly<Record<HookState, Tone>> = {
  enabled: 'good',
  disabled: 'quiet',
  'invalid: unknown server': 'bad',
  'not approved': 'busy',
  'changed since approved': 'busy',
};

const HEADER = ['ID', 'EVENT', 'RUNS', 'STATE', 'LAST RUN'];
const NEXT_RUN = 'NEXT RUN';
const NOBODY =
  'Nothing is watching this workspace, so no event runs its hooks. Run "toolyard hooks watch" or "toolyard up" here; ' +
  '"toolyard hooks service install" keeps a watch running.';

/** `toolyard hooks list`: every hook, whether it may run, how it last ended, when it is due next, and whether anybody sees to that. */
export async function runHooksList(
  { group, ...options }: GroupedCommandOptions,
  context: CommandContext,
): Promise<number> {
  const { stdout, stderr } = context.terminal;
  const opened = await openCommandHooks(context, options);
  const judgedHooks = await resolveApprovals({ ...opened, hooks: selectGroup(opened.hooks, group) });
  const { hooks, keys } = judgedHooks;
  const last = new Map((await readRunsOf(opened)).filter(isRun).map((record) => [record.hook, record]));
  const next = findNextRuns(opened);
  const onDuty = await isWatched(opened.surroundings, opened.workspace);
  const screen = createScreen(stdout, context.surroundings.env);
  stderr.write(await describeWaiting(opened));
  stderr.write(describeReplaced(await findReplacedGitHooks(context.surroundings, opened.workspace)));
  if (options.json === true) {
    const shown = hooks.map((resolved) => ({ ...toJson(resolved, { keys, last, next }), onDuty }));
    screen.line(toVisibleJson(shown, 2));
    return EXIT.done;
  }
  if (hooks.length === 0) stderr.write(`${explainNoHooks(opened)}\n`);
  else for (const line of renderGroups(hooks, { keys, last, next, screen })) screen.line(line);
  if (hooks.some(refusalOf)) {
    stderr.write('Run "toolyard hooks approve" to see what the unapproved hooks would run, and to approve them.\n');
  }
  stderr.write(explainUnapproved(judgedHooks));
  if (hooks.length > 0 && !onDuty) stderr.write(`${NOBODY}\n`);
  return EXIT.done;
}

/** When the schedules of hooks are due next, as ISO 8601 in UTC, by the ids of the hooks. */
function findNextRuns({ hooks, host }: CommandHooks): ReadonlyMap<string, string> {
  const findNextRun = createFindNextRun(findTimeZone());
  const toNext = ({ hook }: KnownHook): [string, string][] => {
    const at = findNextRun(hook.trigger, host.clock.now());
    return at === undefined ? [] : [[hook.id, new Date(at).toISOString()]];
  };
  return new Map(hooks.filter(hasSchedule).flatMap(toNext));
}

function describeReplaced(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `These git hooks were replaced and do not tell Toolyard any more: ${names.join(', ')}. Run "toolyard hooks install" again.\n`;
}

/** What is known about hooks besides what their files say. */
interface Known {
  readonly keys: readonly string[];
  readonly last: ReadonlyMap<string, RunRecord>;
  readonly next: ReadonlyMap<string, string>;
}

interface Shown extends Known {
  readonly screen: Screen;
}

/** One table, where hooks have groups with a line before those of each; hooks without a group come first. */
function renderGroups(hooks: readonly ResolvedHook[], shown: Shown): string[] {
  const groups = [undefined, ...groupsOf(hooks.map(({ known }) => known))];
  const parts = groups.map((group) => ({ group, hooks: hooks.filter(({ known }) => known.hook.group === group) }));
  const [header = '', ...rows] = renderHooks(
    parts.flatMap((part) => part.hooks),
    shown,
  );
  const lines = parts.flatMap(({ group, hooks: own }) => {
    const title = group === undefined ? [] : [shown.screen.paint('quiet', `${toVisible(group)}:`)];
    return [...title, ...rows.splice(0, own.length)];
  });
  return [header, ...lines];
}

function renderHooks(hooks: readonly ResolvedHook[], { keys, last, next, screen }: Shown): string[] {
  const rows = hooks.map((resolved): Cell[] => {
    const { hook } = resolved.known;
    const state = hookStateOf(resolved, keys);
    return [
      { text: toVisible(hook.id), paint: (shown) => screen.paint('strong', shown) },
      { text: hook.trigger.event },
      { text: toVisible(targetOf(hook)) },
      { text: state, paint: (shown) => screen.paint(STATE_TONES[state], shown) },
      toLastCell(last.get(hook.id), screen),
      ...(next.size === 0 ? [] : [{ text: toNextText(next.get(hook.id)) }]),
    ];
  });
  return renderTable(rows, {
    header: next.size === 0 ? HEADER : [...HEADER, NEXT_RUN],
    paintHeader: (text) => screen.paint('quiet', text),
    whole: ['STATE'],
    ...(screen.width === undefined ? {} : { width: screen.width }),
  });
}

function toLastCell(record: RunRecord | undefined, screen: Screen): Cell {
  if (record === undefined) return { text: 'never' };
  const { status, endedAt } = record;
  return { text: `${status} ${toShownTime(endedAt)}`, paint: (text) => screen.paint(RUN_TONES[status], text) };
}

/** Without seconds, which a schedule has none of. */
function toNextText(at: string | undefined): string {
  return at === undefined ? '' : toShownTime(at).replace(':00.000Z', 'Z');
}

/** A trigger that did not lead to a run says nothing about how the hook does; a run that failed before it could start does. */
function isRun({ startedAt, status }: RunRecord): boolean {
  return startedAt !== undefined || status === 'interrupted' || status === 'error';
}

function toJson({ known, approval, ...rest }: ResolvedHook, { keys, last, next }: Known): object {
  const { hook, source, file } = known;
  const run = last.get(hook.id);
  return {
    id: hook.id,
    name: hook.name,
    group: hook.group,
    source,
    file,
    event: hook.trigger.event,
    action: hook.action.type,
    target: targetOf(hook),
    enabled: hook.enabled,
    approval,
    state: hookStateOf({ known, approval, ...rest }, keys),
    lastRun: run === undefined ? undefined : { id: run.id, status: run.status, endedAt: run.endedAt },
    nextRun: next.get(hook.id),
  };
}
