import { toVisible, toVisibleJson } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import {
  findReplacedGitHooks,
  resolveApprovals,
  readRunsOf,
  refusalOf,
  hookStateOf,
  targetOf,
  type HookState,
  type ResolvedHook,
} from '@toolyard/host/hooks';
import { explainUnapproved } from '../hooks/approve/explain-unapproved.ts';
import { describeWaiting } from '../hooks/log/describe-waiting.ts';
import { RUN_TONES, toShownTime } from '../hooks/log/render-run.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
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

/** `toolyard hooks list`: every hook, whether it may run, and how it last ended. */
export async function runHooksList(options: HooksCommandOptions, context: CommandContext): Promise<number> {
  const { stdout, stderr } = context.terminal;
  const opened = await openCommandHooks(context, options);
  const judgedHooks = await resolveApprovals(opened);
  const { hooks, keys } = judgedHooks;
  const last = new Map((await readRunsOf(opened)).filter(isRun).map((record) => [record.hook, record]));
  const screen = createScreen(stdout, context.surroundings.env);
  stderr.write(await describeWaiting(opened));
  stderr.write(describeReplaced(await findReplacedGitHooks(context.surroundings, opened.workspace)));
  if (options.json === true) {
    const shown = hooks.map((resolved) => toJson(resolved, keys, last.get(resolved.known.hook.id)));
    screen.line(toVisibleJson(shown, 2));
    return EXIT.done;
  }
  if (hooks.length === 0) stderr.write(`${explainNoHooks(opened)}\n`);
  else for (const line of renderHooks(hooks, { keys, last, screen })) screen.line(line);
  if (hooks.some(refusalOf)) {
    stderr.write('Run "toolyard hooks approve" to see what the unapproved hooks would run, and to approve them.\n');
  }
  stderr.write(explainUnapproved(judgedHooks));
  return EXIT.done;
}

function describeReplaced(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `These git hooks were replaced and do not tell Toolyard any more: ${names.join(', ')}. Run "toolyard hooks install" again.\n`;
}

interface Shown {
  readonly keys: readonly string[];
  readonly last: ReadonlyMap<string, RunRecord>;
  readonly screen: Screen;
}

function renderHooks(hooks: readonly ResolvedHook[], { keys, last, screen }: Shown): string[] {
  const rows = hooks.map((resolved): Cell[] => {
    const { hook } = resolved.known;
    const state = hookStateOf(resolved, keys);
    return [
      { text: toVisible(hook.id), paint: (shown) => screen.paint('strong', shown) },
      { text: hook.trigger.event },
      { text: toVisible(targetOf(hook)) },
      { text: state, paint: (shown) => screen.paint(STATE_TONES[state], shown) },
      toLastCell(last.get(hook.id), screen),
    ];
  });
  return renderTable(rows, {
    header: HEADER,
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

/** A trigger that did not lead to a run says nothing about how the hook does. */
function isRun({ startedAt, status }: RunRecord): boolean {
  return startedAt !== undefined || status === 'interrupted';
}

function toJson({ known, approval, ...rest }: ResolvedHook, keys: readonly string[], last?: RunRecord): object {
  const { hook, source, file } = known;
  return {
    id: hook.id,
    name: hook.name,
    source,
    file,
    event: hook.trigger.event,
    action: hook.action.type,
    target: targetOf(hook),
    enabled: hook.enabled,
    approval,
    state: hookStateOf({ known, approval, ...rest }, keys),
    lastRun: last === undefined ? undefined : { id: last.id, status: last.status, endedAt: last.endedAt },
  };
}
