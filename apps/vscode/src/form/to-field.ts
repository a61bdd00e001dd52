import type { FieldSpec } from './field-spec.ts';
import { readField } from './field-value.ts';
import type { HookDraft } from './hook-draft.ts';
import type { FieldProblem, FieldValue, ShownField } from './protocol.ts';
import { listFieldsOf, readFieldOf, valueInHook } from './to-draft.ts';

/** What is shown around the value of a field. */
export interface FieldFacts {
  readonly problems: readonly FieldProblem[];
  readonly isReadOnly: boolean;
}

/** The keys of fields whose values the form cannot show, so that only the file can change them. */
export function listLockedFields({ base, values }: HookDraft): ReadonlySet<string> {
  if (base === undefined) return new Set();
  const locked = listFieldsOf(base).filter(
    (spec) => values[spec.key] === undefined && readFieldOf(base, spec) === undefined,
  );
  return new Set(locked.map(({ key }) => key));
}

/** A field as the page shows it; one that only the file can change shows what stands there. */
export function toField(draft: HookDraft, spec: FieldSpec, facts: FieldFacts): ShownField {
  const isLocked = listLockedFields(draft).has(spec.key);
  const common = {
    key: spec.key,
    label: spec.label,
    ...toAbout(spec, isLocked),
    isRequired: spec.isRequired === true,
    isReadOnly: facts.isReadOnly || isLocked,
    problems: facts.problems,
  };
  if (isLocked)
    return {
      ...common,
      isInFile: true,
      kind: 'text',
      ...PLAIN,
      value: JSON.stringify(valueInHook(draft.base, spec.path)),
    };
  return { ...common, ...toContent(spec, draft.values[spec.key] ?? readField(spec, undefined) ?? '') };
}

const PLAIN = { isLong: false, input: 'text', isTemplate: false } as const;

function toAbout({ about }: FieldSpec, isLocked: boolean): { readonly about?: string } {
  if (isLocked) return { about: 'The form cannot show this. It can be changed in the file.' };
  return about === undefined ? {} : { about };
}

type Content = ShownField extends infer Field ? (Field extends ShownField ? Omit<Field, CommonName> : never) : never;
type CommonName = 'key' | 'label' | 'about' | 'isRequired' | 'isReadOnly' | 'isInFile' | 'problems';

function toContent(spec: FieldSpec, value: FieldValue): Content {
  const { kind, offers, choices = [], addLabel = 'Add' } = spec;
  const isTemplate = spec.isTemplate === true;
  switch (kind) {
    case 'flag':
      return { kind: 'flag', value: value === true };
    case 'choice':
      return { kind: 'choice', value: typeof value === 'string' ? value : '', choices };
    case 'lines':
    case 'words':
      return { kind: 'list', value: textsOf(value), addLabel, isTemplate, ...toHint(spec), ...(offers && { offers }) };
    case 'pairs':
      return { kind: 'pairs', value: pairsOf(value), addLabel, isTemplate };
    default:
      return toTextContent(spec, value);
  }
}

function toTextContent(spec: FieldSpec, value: FieldValue): Content {
  const { kind, suggestions } = spec;
  return {
    kind: 'text',
    value: typeof value === 'string' ? value : '',
    isLong: kind === 'long',
    input: kind === 'seconds' || kind === 'number' ? 'number' : 'text',
    isTemplate: spec.isTemplate === true,
    ...toHint(spec),
    ...(suggestions !== undefined && { suggestions }),
  };
}

function toHint({ placeholder, isTemplate }: FieldSpec): { readonly placeholder?: string } {
  if (placeholder !== undefined) return { placeholder };
  return isTemplate === true ? { placeholder: 'Type { for a value of the event' } : {};
}

function textsOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function pairsOf(value: FieldValue): Extract<ShownField, { kind: 'pairs' }>['value'] {
  return Array.isArray(value) ? value.filter((item) => typeof item !== 'string') : [];
}
