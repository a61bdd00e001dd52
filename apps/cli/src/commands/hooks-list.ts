import { toVisible } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import { explainNoHooks } from '../hooks/explain-no-hooks.ts';
import { explainUnapproved, judgeHooks, type JudgedHook } from '../hooks/judge-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import { readRunsOf } from '../hooks/read-runs-of.ts';
import { refusalOf } from '../hooks/refusal-of.ts';
import { RUN_TONES, toShownTime } from '../hooks/render-run.ts';
import { stateOf, targetOf } from '../hooks/state-of.ts';
import type { Host } from '../host/host.ts';
import { createScreen, type Screen } from '../terminal/create-screen.ts';
import { renderTable, type Cell } from '../terminal/render-table.ts';
import { EXIT } from '../to-exit-code.ts';

const HEADER = ['ID', 'EVENT', 'RUNS', 'STATE', 'LAST RUN'];

/** `toolyard hooks list`: every hook, whether it may run, and how it last ended. */
export async function runHooksList(options: HooksOptions, host: Host): Promise<number> {
  const read = await openHooks(host, options);
  const judgedHooks = await judgeHooks(read);
  const { hooks, keys } = judgedHooks;
  const last = new Map((await readRunsOf(read)).filter(isRun).map((record) => [record.hook, record]));
  const screen = createScreen(host.stdout, host.env);
  if (options.json === true) {
    const shown = hooks.map((judged) => toJson(judged, keys, last.get(judged.known.hook.id)));
    screen.line(JSON.stringify(shown, undefined, 2));
    return EXIT.done;
  }
  if (hooks.length === 0) host.stderr.write(`${explainNoHooks(read)}\n`);
  else for (const line of renderHooks(hooks, { keys, last, screen })) screen.line(line);
  if (hooks.some(refusalOf)) {
    host.stderr.write(
      '"toolyard hooks approve" shows what those that are not approved would run, and approves them.\n',
    );
  }
  host.stderr.write(explainUnapproved(judgedHooks));
  return EXIT.done;
}

interface Shown {
  readonly keys: readonly string[];
  readonly last: ReadonlyMap<string, RunRecord>;
  readonly screen: Screen;
}

function renderHooks(hooks: readonly JudgedHook[], { keys, last, screen }: Shown): string[] {
  const rows = hooks.map((judged): Cell[] => {
    const { hook } = judged.known;
    const { text, tone } = stateOf(judged, keys);
    return [
      { text: toVisible(hook.id), paint: (shown) => screen.paint('strong', shown) },
      { text: hook.trigger.event },
      { text: toVisible(targetOf(hook)) },
      { text, paint: (shown) => screen.paint(tone, shown) },
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

function toJson({ known, approval, ...rest }: JudgedHook, keys: readonly string[], last?: RunRecord): object {
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
    state: stateOf({ known, approval, ...rest }, keys).text,
    lastRun: last === undefined ? undefined : { id: last.id, status: last.status, endedAt: last.endedAt },
  };
}
