import { isJsonObject, ToolyardError, toVisibleLine } from '@toolyard/core';
import type { EventName, GivenEvent } from '@toolyard/hooks';
import type { CommandContext } from '../../terminal/command-context.ts';
import { parseEventData } from './parse-event-data.ts';
import { parseEventName } from './parse-event-name.ts';
import { readEventFile } from './read-event-file.ts';

/** How a command says which event it means. */
export interface GivenEventOptions {
  /** The name, as it was typed. */
  readonly name?: string;
  /** The value of `--event`. */
  readonly file?: string;
  /** `name=value` each, as they were typed. */
  readonly data?: readonly string[];
}

/** An event as a command gives it. */
export type CommandEvent = Pick<GivenEvent, 'name' | 'values'>;

/** The event of a file or of a name, with the values of `--data` over it; throws `usage` where there is neither, or both. */
export async function resolveGivenEvent(
  { name, file, data = [] }: GivenEventOptions,
  context: CommandContext,
): Promise<CommandEvent> {
  const own = parseEventData(data);
  if (file === undefined) return { name: toName(name), values: own };
  if (name !== undefined) throw new ToolyardError('usage', 'Name an event, or give one with --event FILE, not both.');
  const given = await readEventFile(file, context);
  context.terminal.stderr.write(explainCut(given.cut.filter((each) => !Object.hasOwn(own, each))));
  return { name: given.name, values: mergeValues(given.values, own) };
}

function toName(name: string | undefined): EventName {
  if (name !== undefined) return parseEventName(name);
  throw new ToolyardError('usage', 'No event. Name one, such as file.saved, or give one with --event FILE.');
}

/** Says which values an event does not have because its record has not; nothing where there are none. */
export function explainCut(cut: readonly string[]): string {
  if (cut.length === 0) return '';
  return `warning: the record has these values cut or masked, so the event goes without them: ${cut.map(toVisibleLine).join(', ')}\n`;
}

/** Values of the second win, those inside of `data` one by one. */
function mergeValues(values: GivenEvent['values'], own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const data = isJsonObject(own['data']) ? own['data'] : {};
  // A value of another name counts as one of `data`.
  const kept = Object.entries(values).filter(([name]) => name !== 'data' && !Object.hasOwn(data, name));
  const before = isJsonObject(values['data']) ? values['data'] : {};
  const merged = Object.entries({ ...before, ...data });
  return { ...Object.fromEntries(kept), ...own, ...(merged.length > 0 && { data: Object.fromEntries(merged) }) };
}
