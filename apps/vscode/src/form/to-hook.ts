import { isJsonObject, toJsonPath, type JsonObject, type JsonPath } from '@toolyard/core';
import { parseHooksFile, type Hook } from '@toolyard/hooks';
import type { FieldSpec } from './field-spec.ts';
import { writeField, type WrittenField } from './field-value.ts';
import { actionTypeOf, eventOf, listAllFields, operationOf, type DraftMapping, type HookDraft } from './hook-draft.ts';
import { listTriggerFields } from './list-trigger-fields.ts';
import type { FieldValue } from './protocol.ts';
import { listFieldsOf, readFieldOf, valueInHook } from './to-draft.ts';
import { fromTyped } from './typed-value.ts';

/** Something that is wrong with a value of a hook. */
export interface DraftProblem {
  /** From the hook: `$.trigger.cron`. */
  readonly path: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** The hook that a draft means, or everything that keeps it from being one. */
export interface ReadDraft {
  readonly hook?: Hook;
  /** The hook without what could not be written at all, where the rest is right. */
  readonly rest?: Hook;
  readonly problems: readonly DraftProblem[];
  /** The mappings that stand in the hook, in its order: parameters without a source, or with a wrong text, do not. */
  readonly mapped: readonly DraftMapping[];
}

const MAPPINGS: JsonPath = ['action', 'parameters', 'parameterMappings'];

/** Reads a draft by writing it as a hooks file does and reading that; what the form does not know stays as it was. */
export function toHook(draft: HookDraft): ReadDraft {
  const problems: DraftProblem[] = [];
  let written: JsonObject = startHook(draft);
  for (const spec of listAllFields(draft)) {
    const value = spec.kind === 'tool' ? undefined : writeOne(draft, spec);
    if (value === undefined) continue;
    if ('value' in value) written = assign(written, spec.path, value.value);
    else problems.push({ path: toJsonPath(spec.path), message: `${spec.label} ${value.problem}`, severity: 'error' });
  }
  const call = actionTypeOf(draft) === 'mcp' ? writeCall(draft) : undefined;
  for (const [name, value] of Object.entries(call?.parameters ?? {})) {
    written = assign(written, ['action', 'parameters', name], value);
  }
  const mapped = call?.mapped ?? [];
  const parsed = parseOne(written);
  const found = [...problems, ...(call?.problems ?? []), ...parsed.problems];
  const { hook } = parsed;
  if (hook === undefined) return { problems: found, mapped };
  return { ...(found.length === 0 && { hook }), rest: hook, problems: found, mapped };
}

/** What the form does not show. Another event or action does not take along what only the old one can have. */
function startHook(draft: HookDraft): JsonObject {
  const { base } = draft;
  // What is missing in an action that nothing was typed for yet is said at its fields.
  const nothing = { parameters: {} };
  if (base === undefined) return { action: nothing };
  const { trigger, action, debounceMs, ...others } = base;
  return {
    ...others,
    ...(others.policy === 'debounce' && { debounceMs }),
    trigger: trigger.event === eventOf(draft) ? trigger : keepConditions(base),
    action: isSameAction(draft, base) ? action : nothing,
  };
}

function isSameAction(draft: HookDraft, { action }: Hook): boolean {
  const type = actionTypeOf(draft);
  const { operation }: JsonObject = action.parameters;
  return action.type === type && (operation === undefined || operation === operationOf(draft, type));
}

/** Without those that the form shows for the old event: the fields of the new one bring theirs. */
function keepConditions({ trigger }: Hook): JsonObject {
  const shown = new Set(listTriggerFields(trigger.event).map(({ path }) => (path[1] === 'if' ? path[2] : undefined)));
  const kept = Object.entries(trigger.if ?? {}).filter(([name]) => !shown.has(name));
  return kept.length === 0 ? {} : { if: Object.fromEntries(kept) };
}

/** What was not touched is written as it was, also where the form would write the same in another way. */
function writeOne({ base, values }: HookDraft, spec: FieldSpec): WrittenField {
  const typed = values[spec.key];
  if (base !== undefined && listFieldsOf(base).some(({ key }) => key === spec.key)) {
    const isUntouched = typed === undefined || isSameValue(typed, readFieldOf(base, spec));
    if (isUntouched) return { value: valueInHook(base, spec.path) };
  }
  // What is required and shown without a choice of the person is what the hook gets.
  const shown = spec.isRequired === true && typeof spec.unset === 'string' ? spec.unset : undefined;
  const given = typed ?? shown;
  return given === undefined ? { value: undefined } : writeField(spec, given);
}

/** Whether two fields hold the same. */
function isSameValue(left: FieldValue, right: FieldValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Puts a value where a path leads, or takes away what is there; what held nothing but that goes too. */
function assign(target: JsonObject, path: JsonPath, value: unknown): JsonObject {
  const [first, ...rest] = path;
  const name = String(first);
  const inner = target[name];
  const next = rest.length === 0 ? value : assign(isJsonObject(inner) ? inner : {}, rest, value);
  const isGone = next === undefined || (rest.length > 0 && isJsonObject(next) && Object.keys(next).length === 0);
  if (!isGone) return { ...target, [name]: next };
  // An empty object that stood there before is nobody's to take away.
  if (inner === undefined || (value === undefined && rest.length > 0 && isEmpty(inner))) return target;
  return Object.fromEntries(Object.entries(target).filter(([key]) => key !== name));
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function writeCall({ tool, mappings }: HookDraft): {
  readonly parameters: JsonObject;
  readonly mapped: readonly DraftMapping[];
  readonly problems: readonly DraftProblem[];
} {
  const set = mappings.filter(({ mapping }) => mapping.source !== 'none');
  const written = set.map((one) => ({ one, ...writeMapping(one) }));
  return {
    parameters: {
      serverId: tool.server === '' ? undefined : tool.server,
      toolName: tool.tool === '' ? undefined : tool.tool,
      parameterMappings: written.flatMap((each) => ('mapping' in each ? [each.mapping] : [])),
    },
    mapped: written.flatMap((each) => ('mapping' in each ? [each.one] : [])),
    problems: written.flatMap((each) =>
      'message' in each
        ? [{ path: toRowPath(each.one.parameter), message: each.message, severity: 'error' as const }]
        : [],
    ),
  };
}

/** Where problems of a mapping that stands in the hook are: `$.action.parameters.parameterMappings[0]`. */
export function toMappingPath(index: number): string {
  return toJsonPath([...MAPPINGS, index]);
}

/** Where problems of a parameter are put that has no mapping in the hook, since its text cannot be read. */
export function toRowPath(parameter: string): string {
  return `${toJsonPath(MAPPINGS)}{${parameter}}`;
}

function writeMapping({ parameter, mapping }: DraftMapping): { mapping: JsonObject } | { message: string } {
  const { source } = mapping;
  const value = source === 'context' ? { value: mapping.value.text.trim() } : fromTyped(mapping.value);
  if ('problem' in value) return { message: `The value ${value.problem}` };
  // A literal is always there, so a default that was typed for another source is not written.
  const fallback = mapping.default === undefined || source === 'literal' ? undefined : fromTyped(mapping.default);
  if (fallback !== undefined && 'problem' in fallback) return { message: `The default ${fallback.problem}` };
  return {
    mapping: { toolParam: parameter, source, value: value.value, ...(fallback && { default: fallback.value }) },
  };
}

function parseOne(written: JsonObject): { readonly hook?: Hook; readonly problems: readonly DraftProblem[] } {
  const text = JSON.stringify({ version: 1, hooks: [written] });
  const { hooks, problems } = parseHooksFile(text, { format: 'json' });
  const [hook] = hooks;
  return {
    ...(hook !== undefined && { hook }),
    problems: problems.map(({ path, message }) => ({
      path: path.replace(/^\$\.hooks\[0\]/, '$'),
      message,
      severity: 'error',
    })),
  };
}
