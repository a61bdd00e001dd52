import { suggestFor } from './edit-draft.ts';
import type { CheckedDraft } from './check-draft.ts';
import type { DraftMapping, HookDraft } from './hook-draft.ts';
import { listParameters, type SchemaParameter } from './list-parameters.ts';
import type { DraftPreview } from './preview-draft.ts';
import type { MappingView, ParameterRow, RowMapping, TypedAs } from './protocol.ts';

/** What the mapping editor shows of a draft. */
export interface MappingFacts {
  readonly checked: CheckedDraft;
  readonly preview: DraftPreview;
  findSchema(server: string, tool: string): unknown;
}

/** A row for each parameter of the tool, and for each mapping to one that it does not know. */
export function toMappingView(draft: HookDraft, facts: MappingFacts): MappingView {
  const schema = facts.findSchema(draft.tool.server, draft.tool.tool);
  const { parameters, isOpen, isCut } = listParameters(schema);
  const known = new Set(parameters.map(({ name }) => name));
  const extra = draft.mappings.filter(({ parameter }) => !known.has(parameter)).map(toUnknown);
  const rows = [
    ...parameters.map((parameter) => toRow(parameter, draft.mappings, facts, false)),
    ...extra.map((parameter) => toRow(parameter, draft.mappings, facts, true)),
  ];
  const note = toNote({ isKnown: schema !== undefined, isCut, rows: rows.length });
  return {
    rows,
    canAdd: schema === undefined || isOpen || isCut,
    ...(note !== undefined && { note }),
    suggestions: suggestFor(draft, facts).length,
    problems: facts.checked.mapping,
  };
}

function toNote({ isKnown, isCut, rows }: { isKnown: boolean; isCut: boolean; rows: number }): string | undefined {
  if (!isKnown) {
    return 'The parameters of this tool are not known yet. Start its server or refresh the servers, or add parameters by name.';
  }
  if (isCut) return 'The tool has more parameters than are listed. Add the others by name.';
  return rows === 0 ? 'The tool takes no parameters.' : undefined;
}

function toUnknown({ parameter }: DraftMapping): SchemaParameter {
  return { name: parameter, type: 'any value', isRequired: false };
}

function toRow(
  parameter: SchemaParameter,
  mappings: readonly DraftMapping[],
  { checked, preview }: MappingFacts,
  isExtra: boolean,
): ParameterRow {
  const { name, type, isRequired, about, serverDefault, values } = parameter;
  const mapping = mappings.find((each) => each.parameter === name)?.mapping ?? toUnset(parameter);
  return {
    parameter: name,
    type,
    isRequired,
    isExtra,
    ...(about !== undefined && { about }),
    ...(serverDefault !== undefined && { serverDefault }),
    ...(values !== undefined && { values }),
    mapping,
    problems: checked.rows.get(name) ?? [],
    preview: preview.rows.get(name) ?? { kind: 'none' },
  };
}

const TYPED: ReadonlyMap<string, TypedAs> = new Map<string, TypedAs>([
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['object', 'json'],
]);

/** A literal starts as what the tool wants. */
function toUnset({ type, valuesAre }: SchemaParameter): RowMapping {
  const as = valuesAre ?? TYPED.get(type) ?? (type.startsWith('list') ? 'json' : 'text');
  return { source: 'none', value: { as, text: '' } };
}
