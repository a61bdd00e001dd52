import { isJsonObject, type JsonPath } from '@toolyard/core';
import type { Hook, ParameterMapping } from '@toolyard/hooks';
import type { FieldSpec } from './field-spec.ts';
import { readField } from './field-value.ts';
import { listAllFields, type DraftMapping, type DraftPlace, type HookDraft } from './hook-draft.ts';
import type { FieldValue } from './protocol.ts';
import { toTyped } from './typed-value.ts';

/** A hook as the form shows it; `toHook` gives the same hook again. */
export function toDraft(hook: Hook, place: DraftPlace): HookDraft {
  const { action } = hook;
  const call = action.type === 'mcp' ? action.parameters : undefined;
  return {
    place,
    base: hook,
    values: readValues(hook),
    tool: { server: call?.serverId ?? '', tool: call?.toolName ?? '' },
    mappings: (call?.parameterMappings ?? []).map(toDraftMapping),
    hasOwnId: true,
  };
}

/** What a field shows for a hook. */
export function readFieldOf(hook: Hook, spec: FieldSpec): FieldValue | undefined {
  const value = valueInHook(hook, spec.path);
  return spec.kind === 'tool' ? '' : readField(spec, value);
}

/** The value that a path leads to in a hook. */
export function valueInHook(value: unknown, path: JsonPath): unknown {
  let found = value;
  for (const step of path) {
    const isThere = isJsonObject(found) && Object.hasOwn(found, step);
    found = isThere && isJsonObject(found) ? found[String(step)] : undefined;
  }
  return found;
}

/** The fields that the form shows for a hook. */
export function listFieldsOf({ trigger, action }: Hook): readonly FieldSpec[] {
  // Which fields there are depends on three of them.
  const values: Record<string, FieldValue> = { 'trigger.event': trigger.event, 'action.type': action.type };
  if ('operation' in action.parameters) values[`${action.type}.operation`] = action.parameters.operation;
  return listAllFields({ values });
}

function readValues(hook: Hook): Readonly<Record<string, FieldValue>> {
  const fields = listFieldsOf(hook).map((spec) => [spec.key, readFieldOf(hook, spec)] as const);
  return Object.fromEntries(fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function toDraftMapping({ toolParam, source, value, ...others }: ParameterMapping): DraftMapping {
  const fallback = others.default === undefined ? {} : { default: toTyped(others.default) };
  return { parameter: toolParam, mapping: { source, value: toTyped(value), ...fallback } };
}
