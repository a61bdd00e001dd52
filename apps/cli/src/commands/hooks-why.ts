import { toVisibleJson, toVisibleLine } from '@toolyard/core';
import { createContext } from '@toolyard/hooks';
import {
  describeExplanation,
  explainEvent,
  isIgnoredEvent,
  resolveApprovals,
  readWorkspaceFacts,
  type EventExplanation,
  type ExplanationPaint,
} from '@toolyard/host/hooks';
import { explainUnapproved } from '../hooks/approve/explain-unapproved.ts';
import { DATA_HINT } from '../hooks/event/data-hint.ts';
import { resolveGivenEvent } from '../hooks/event/resolve-given-event.ts';
import { withToolLookup } from '../hooks/open/with-tool-lookup.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { openCommandHooks, type CommandHooks, type HooksCommandOptions } from '../hooks/open/open-command-hooks.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Screen } from '../terminal/create-screen.ts';
import { EXIT } from '../process/to-exit-code.ts';

/** The event that is asked about. */
export interface HooksWhyOptions extends HooksCommandOptions {
  /** Its name; absent with `file`. */
  readonly event?: string;
  /** A file with the event, or `-`. */
  readonly file?: string;
  /** `name=value` each. */
  readonly data?: readonly string[];
}

/** `toolyard hooks why EVENT`: which hooks the event would set off, and why the others not; starts nothing. */
export async function runHooksWhy(
  { event, file, data = [], ...options }: HooksWhyOptions,
  context: CommandContext,
): Promise<number> {
  const { terminal, surroundings } = context;
  const meant = { ...(event !== undefined && { name: event }), ...(file !== undefined && { file }), data };
  const { name, values } = await resolveGivenEvent(meant, context);
  const opened = await openCommandHooks(context, options);
  const facts = await readWorkspaceFacts(surroundings, opened.workspace);
  const asked = { name, context: createContext({ name, values }, opened.host.clock.now(), facts) };
  const explained = await explainHere(asked, opened);
  const screen = createScreen(terminal.stdout, surroundings.env);
  if (options.json === true) screen.line(toVisibleJson(explained, 2));
  else for (const line of explained.flatMap((each) => describeExplanation(each, paintWith(screen)))) screen.line(line);
  const { stderr } = terminal;
  stderr.write(await explainLeftOut(asked, opened));
  if (explained.some(lacksValues) && options.json !== true) stderr.write(`${DATA_HINT}\n`);
  if (opened.hooks.length === 0 && options.json !== true) stderr.write(`${explainNoHooks(opened)}\n`);
  return EXIT.done;
}

/** Says that a watch never notices the file; nothing where it does. */
async function explainLeftOut({ name, context }: Explained, opened: CommandHooks): Promise<string> {
  if (!(await isIgnoredEvent({ name, values: context }, opened))) return '';
  const path = toVisibleLine(String(context['path']));
  return `"hooks watch" ignores ${path} because of .gitignore or another ignore rule. Use "hooks fire" to fire the event yourself.\n`;
}

function lacksValues({ problems, ...explanation }: EventExplanation): boolean {
  return problems !== undefined && explanation.arguments === undefined;
}

type Explained = Parameters<typeof explainEvent>[0];

async function explainHere(event: Explained, opened: CommandHooks): Promise<readonly EventExplanation[]> {
  const { terminal, host, options } = opened;
  const resolved = await resolveApprovals(opened);
  if (options.json !== true) terminal.stderr.write(explainUnapproved(resolved));
  return withToolLookup(opened, ({ findSchema, listTools }, yard) => {
    const agent = { host, settings: resolved.settings, listTools };
    return explainEvent(event, resolved, { yard, findSchema, agent });
  });
}

const TONES = { hook: 'strong', runs: 'good', 'does not run': 'quiet', fails: 'bad' } as const;

function paintWith(screen: Pick<Screen, 'paint'>): ExplanationPaint {
  return (word, kind) => screen.paint(TONES[kind], word);
}
