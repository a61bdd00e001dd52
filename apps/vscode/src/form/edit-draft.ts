import { ACTION_TYPES, EVENT_NAMES, suggestMappings, valuesOfEvent, type ParameterMapping } from '@toolyard/hooks';
import type { FieldSpec } from './field-spec.ts';
import { eventOf, listAllFields, type DraftMapping, type HookDraft } from './hook-draft.ts';
import { listParameters } from './list-parameters.ts';
import type { FieldValue, PageMessage, RowMapping } from './protocol.ts';
import { readAction } from './read-action.ts';
import { toHookId } from './to-hook-id.ts';
import { toTyped } from './typed-value.ts';

/** A message that changes the hook. */
export type DraftEdit = Extract<
  PageMessage,
  { readonly type: 'change' | 'pickTool' | 'map' | 'addParameter' | 'removeParameter' | 'suggest' }
>;

/** What an edit has to know besides the draft. */
export interface EditFacts {
  /** The ids of the other hooks of the folder and of the user. */
  readonly taken: readonly string[];
  /** The keys of fields that only the file can change. */
  readonly locked: ReadonlySet<string>;
  findSchema(server: string, tool: string): unknown;
}

/** The draft after an edit; the same one where the edit is for nothing that it has. */
export function editDraft(draft: HookDraft, edit: DraftEdit, facts: EditFacts): HookDraft {
  switch (edit.type) {
    case 'change':
      return changeField(draft, edit, facts);
    case 'pickTool':
      return pickTool(draft, edit, facts);
    case 'map':
      return { ...draft, mappings: putMapping(draft.mappings, edit) };
    case 'addParameter':
      return addParameter(draft, edit.parameter);
    case 'removeParameter':
      return { ...draft, mappings: draft.mappings.filter(({ parameter }) => parameter !== edit.parameter) };
    case 'suggest':
      return { ...draft, mappings: suggestFor(draft, facts).reduce(putSuggestion, draft.mappings) };
    default:
      return edit satisfies never;
  }
}

function changeField(
  draft: HookDraft,
  { key, value }: { readonly key: string; readonly value: FieldValue },
  { taken, locked }: EditFacts,
): HookDraft {
  const spec = listAllFields(draft).find((each) => each.key === key);
  if (spec === undefined || locked.has(key) || !fits(spec, value)) return draft;
  const values = { ...draft.values, [key]: value };
  if (key === 'id') return { ...draft, values, hasOwnId: value !== '' };
  if (key !== 'name' || draft.hasOwnId || typeof value !== 'string') return { ...draft, values };
  return { ...draft, values: { ...values, id: toHookId(value, taken) } };
}

/** A page could send anything for anything. */
function fits({ kind, key, choices }: FieldSpec, value: FieldValue): boolean {
  if (kind === 'tool') return false;
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'lines' || kind === 'words')
    return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (kind === 'pairs') return Array.isArray(value) && value.every((item) => typeof item !== 'string');
  if (typeof value !== 'string') return false;
  // What fields there are depends on these two, so they are always one of those that there are.
  if (key === 'trigger.event') return EVENT_NAMES.some((name) => name === value);
  if (key === 'action.type') return ACTION_TYPES.some((name) => name === value);
  return kind !== 'choice' || (choices ?? []).some((choice) => choice.value === value);
}

/** Mappings stay for parameters that the new tool has too; the others come back with a tool that has them. */
function pickTool(
  draft: HookDraft,
  { server, tool }: { readonly server: string; readonly tool: string },
  facts: EditFacts,
): HookDraft {
  const schema = facts.findSchema(server, tool);
  const names = new Set(listParameters(schema).parameters.map(({ name }) => name));
  if (schema === undefined) return { ...draft, tool: { server, tool } };
  const all = (draft.aside ?? []).reduce(
    (mappings, one) => (mappings.some(({ parameter }) => parameter === one.parameter) ? mappings : [...mappings, one]),
    draft.mappings,
  );
  const isKept = ({ parameter }: DraftMapping): boolean => names.has(parameter);
  return {
    ...draft,
    tool: { server, tool },
    mappings: all.filter(isKept),
    aside: all.filter((one) => !isKept(one)),
  };
}

function putMapping(
  mappings: readonly DraftMapping[],
  { parameter, mapping }: { readonly parameter: string; readonly mapping: RowMapping },
): readonly DraftMapping[] {
  const isThere = mappings.some((each) => each.parameter === parameter);
  if (!isThere) return [...mappings, { parameter, mapping }];
  return mappings.map((each) => (each.parameter === parameter ? { parameter, mapping } : each));
}

function addParameter(draft: HookDraft, name: string): HookDraft {
  const parameter = name.trim();
  const isThere = draft.mappings.some((each) => each.parameter === parameter);
  if (parameter === '' || isThere) return draft;
  const mapping: RowMapping = { source: 'literal', value: { as: 'text', text: '' } };
  return { ...draft, mappings: [...draft.mappings, { parameter, mapping }] };
}

function putSuggestion(
  mappings: readonly DraftMapping[],
  { toolParam, value }: ParameterMapping,
): readonly DraftMapping[] {
  return putMapping(mappings, { parameter: toolParam, mapping: { source: 'context', value: toTyped(value) } });
}

/** The mappings that "Suggest by name" would add: parameters without one whose name is that of a value of the event. */
export function suggestFor(
  draft: HookDraft,
  { findSchema }: Pick<EditFacts, 'findSchema'>,
): readonly ParameterMapping[] {
  const schema = findSchema(draft.tool.server, draft.tool.tool);
  if (schema === undefined) return [];
  const action = readAction(draft)?.action;
  const mapped = action?.type === 'mcp' ? action.parameters.parameterMappings : [];
  const typed = new Set(
    draft.mappings.filter(({ mapping }) => mapping.source !== 'none').map(({ parameter }) => parameter),
  );
  const known = valuesOfEvent({ event: eventOf(draft), batch: draft.values['trigger.batch'] === true });
  return suggestMappings(schema, mapped).filter(
    ({ toolParam, value }) => !typed.has(toolParam) && (known === undefined || known.includes(String(value))),
  );
}
