import { toVisibleJson } from '@toolyard/core';
import { createContext } from '@toolyard/hooks';
import { joinRunningYard, locateYard } from '@toolyard/host';
import { isLeftOut, locateGlobalIgnore } from '@toolyard/node';
import { createToolLookup } from '../hooks/create-tool-lookup.ts';
import { DATA_HINT } from '../hooks/data-hint.ts';
import { explainEvent, type EventExplanation } from '../hooks/explain-event.ts';
import { explainNoHooks } from '../hooks/explain-no-hooks.ts';
import { explainUnapproved, judgeHooks } from '../hooks/judge-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import type { ReadHooks } from '../hooks/read-hooks.ts';
import { parseEventData } from '../hooks/parse-event-data.ts';
import { parseEventName } from '../hooks/parse-event-name.ts';
import { readWorkspaceFacts } from '../hooks/read-workspace-facts.ts';
import type { Host } from '../host/host.ts';
import { createScreen, type Screen } from '../terminal/create-screen.ts';
import { toVisibleLine } from '../terminal/to-visible.ts';
import { EXIT } from '../to-exit-code.ts';
import { createCommandLog } from '../yard/with-yard.ts';

/** The event that is asked about. */
export interface HooksWhyOptions extends HooksOptions {
  readonly event: string;
  /** `name=value` each. */
  readonly data?: readonly string[];
}

/** `toolyard hooks why EVENT`: which hooks the event would set off, and why the others not; starts nothing. */
export async function runHooksWhy({ event, data = [], ...options }: HooksWhyOptions, host: Host): Promise<number> {
  const name = parseEventName(event);
  const values = parseEventData(data);
  const read = await openHooks(host, options);
  const context = createContext({ name, values }, Date.now(), await readWorkspaceFacts(host, read.workspace));
  const explained = await explainHere({ name, context }, read);
  const screen = createScreen(host.stdout, host.env);
  if (options.json === true) screen.line(toVisibleJson(explained, 2));
  else for (const line of explained.flatMap((each) => render(each, screen))) screen.line(line);
  host.stderr.write(await explainLeftOut({ name, context }, read));
  if (explained.some(lacksValues) && options.json !== true) host.stderr.write(`${DATA_HINT}\n`);
  if (read.hooks.length === 0 && options.json !== true) host.stderr.write(`${explainNoHooks(read)}\n`);
  return EXIT.done;
}

/** Says that a watch never notices the file; nothing where it does. */
async function explainLeftOut({ name, context }: Explained, { host, workspace }: ReadHooks): Promise<string> {
  const { path } = context;
  if (!name.startsWith('file.') || typeof path !== 'string') return '';
  if (!(await isLeftOut(workspace, path, await locateGlobalIgnore(workspace, host)))) return '';
  return `"hooks watch" does not notice ${toVisibleLine(path)}, since .gitignore or the like leaves it out; "hooks fire" can enter it.\n`;
}

function lacksValues({ problems, ...explanation }: EventExplanation): boolean {
  return problems !== undefined && explanation.arguments === undefined;
}

type Explained = Parameters<typeof explainEvent>[0];

async function explainHere(event: Explained, read: ReadHooks): Promise<readonly EventExplanation[]> {
  const { host, options } = read;
  const judged = await judgeHooks(read);
  if (options.json !== true) host.stderr.write(explainUnapproved(judged));
  const place = await locateYard(host, options);
  const yard = await joinRunningYard(place, createCommandLog(host, options));
  try {
    return await explainEvent(event, judged, { yard, findSchema: await createToolLookup(place, yard) });
  } finally {
    await yard?.stop();
  }
}

function render(explanation: EventExplanation, screen: Screen): string[] {
  const { hook, fires, reason = '', target, problems = [] } = explanation;
  const id = screen.paint('strong', toVisibleLine(hook));
  const verdict = fires
    ? `${screen.paint('good', 'would run')} ${toVisibleLine(target)}`
    : `${screen.paint('quiet', 'would not run')}: ${toVisibleLine(reason)}`;
  return [
    `${id} ${verdict}`,
    ...(explanation.arguments === undefined ? [] : [`  ${toVisibleLine(toVisibleJson(explanation.arguments))}`]),
    ...problems.map((problem) => `  ${screen.paint('bad', 'would fail')}: ${toVisibleLine(problem)}`),
  ];
}
