import { matchPath } from '@toolyard/core';
import type { HookEvent } from '../event/hook-event.ts';
import type { EventName, Hook, Trigger } from '../hook/hook.ts';
import { readValue } from '../map/read-value.ts';
import { findFailedCondition } from './find-failed-condition.ts';
import { createQuote, toShownText, type Quote, type Redact } from './quote-value.ts';

/** Whether an event sets a hook off, and if not, why, for people. */
export type HookMatch = { readonly matches: true } | { readonly matches: false; readonly reason: string };

/** What a match looks at. */
export type MatchedEvent = Pick<HookEvent, 'name' | 'context'>;

/** Whether an event of a schedule or a webhook is that of another hook: each of them is about one, which stands in `hook`. */
export function isForAnother({ id }: Hook, { name, context }: MatchedEvent): boolean {
  const { hook } = context;
  return ONE_HOOK.has(name) && typeof hook === 'string' && hook !== id;
}

const ONE_HOOK: ReadonlySet<EventName> = new Set(['schedule', 'webhook']);

/** Compares an event with the trigger of a hook; approval is another question. Values go through `redact` before reasons quote them. */
export function matchHook(hook: Hook, event: MatchedEvent, redact: Redact = (value) => value): HookMatch {
  const reason = findReason(hook, event, createQuote(redact));
  return reason === undefined ? { matches: true } : { matches: false, reason };
}

function findReason(hook: Hook, event: MatchedEvent, quote: Quote): string | undefined {
  const { enabled, trigger } = hook;
  const { name, context } = event;
  if (trigger.event !== name) return `waits for ${trigger.event}`;
  if (isForAnother(hook, event)) return `meant for hook ${quote('hook', context['hook'])}`;
  if (!enabled) return 'disabled';
  return (
    explainPaths(trigger, context) ??
    explainAgent(trigger, context, quote) ??
    explainConditions(trigger, context, quote)
  );
}

function explainPaths({ paths: globs }: Trigger, context: MatchedEvent['context']): string | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  const listed = readValue(context, ['paths']);
  const single = [readValue(context, ['path']), readValue(context, ['oldPath'])];
  const paths = [...single, ...(Array.isArray(listed) ? listed : [])].filter((path) => typeof path === 'string');
  const wanted = toShownText(globs.join(', '));
  if (paths.length === 0) return `the event has no path, and ${wanted} asks for one`;
  return paths.some((path) => matchPaths(globs, path)) ? undefined : `path does not match ${wanted}`;
}

function explainAgent(trigger: Trigger, context: MatchedEvent['context'], quote: Quote): string | undefined {
  for (const name of ['agent', 'operation', 'timing'] as const) {
    const wanted = trigger[name];
    const value = readValue(context, [name]);
    if (wanted === undefined || wanted === value) continue;
    return value === undefined
      ? `${name} has no value`
      : `${name} is ${quote(name, value)}, not ${quote(name, wanted)}`;
  }
  return undefined;
}

function explainConditions(
  { if: conditions }: Trigger,
  context: MatchedEvent['context'],
  quote: Quote,
): string | undefined {
  for (const [name, condition] of Object.entries(conditions ?? {})) {
    const reason = findFailedCondition(name, condition, { context, quote });
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Whether a path is meant by a list of globs: one of them matches, and none that starts with `!` takes it away. */
function matchPaths(globs: readonly string[], path: string): boolean {
  const taken = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  // A list that only takes away means everything else.
  const isWanted = wanted.length === 0 || wanted.some((glob) => matchPath(glob, path));
  return isWanted && !taken.some((glob) => matchPath(glob, path));
}
