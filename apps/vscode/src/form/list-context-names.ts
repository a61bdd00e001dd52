import { isJsonObject } from '@toolyard/core';
import { CONTEXT_NAMES, valuesOfEvent, type EventName } from '@toolyard/hooks';
import { toShownJson } from './preview-draft.ts';
import type { ContextName } from './protocol.ts';

const MAX_NAMES = 100;
const MAX_DEPTH = 4;
const MAX_EXAMPLE = 80;
/** What a path can name without quotes, as `parseContextPath` reads it. */
const STEP = /^[^.[\]{}\s]+$/u;

/** The names that can be used for an event, with what they are in the event of the preview; fields of values that it has come too. */
export function listContextNames(
  trigger: { readonly event: EventName; readonly batch: boolean; readonly secretEnv?: string },
  values: Readonly<Record<string, unknown>> = {},
): readonly ContextName[] {
  const known = valuesOfEvent(trigger) ?? CONTEXT_NAMES;
  const names: ContextName[] = [];
  const visit = (name: string, value: unknown, depth: number): void => {
    if (names.length >= MAX_NAMES) return;
    names.push(value === undefined ? { name } : { name, example: toShownJson(value, MAX_EXAMPLE) });
    if (depth >= MAX_DEPTH) return;
    for (const [step, inner] of fieldsOf(value)) visit(`${name}${step}`, inner, depth + 1);
  };
  for (const name of known) visit(name, valueOf(values, name), 1);
  return names;
}

/** Values under other names lie in `data` when the event is entered. */
function valueOf(values: Readonly<Record<string, unknown>>, name: string): unknown {
  if (name !== 'data') return Object.hasOwn(values, name) ? values[name] : undefined;
  const isOther = (each: string): boolean => each !== 'data' && !CONTEXT_NAMES.some((known) => known === each);
  const others = Object.entries(values).filter(([each]) => isOther(each));
  const { data } = values;
  if (others.length === 0) return data;
  return { ...Object.fromEntries(others), ...(isJsonObject(data) && data) };
}

function fieldsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item: unknown) => ['[0]', item] as const);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (STEP.test(name) ? [[`.${name}`, inner] as const] : []));
}
