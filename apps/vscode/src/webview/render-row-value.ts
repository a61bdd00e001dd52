import { html, nothing, type TemplateResult } from 'lit';
import type { ParameterRow, RowMapping, TypedAs, TypedValue } from '../form/protocol.ts';
import { completeTemplate, completeWhole, type Completions } from './complete-text.ts';
import { rowElementId } from './element-ids.ts';
import type { PageContext } from './page-context.ts';
import { contextOffers } from './context-offers.ts';
import { hasErrors } from './render-problems.ts';
import { renderSelect } from './render-select.ts';
import { renderTextBox } from './render-text-box.ts';

/** What the controls of a row have in common. */
export interface RowPlace {
  readonly isReadOnly: boolean;
  /** The ids of what describes the row. */
  readonly describedBy: string;
  readonly type: (mapping: RowMapping) => void;
  readonly choose: (mapping: RowMapping) => void;
}

const KINDS: readonly { readonly value: TypedAs; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'True or false' },
  { value: 'json', label: 'JSON' },
];

const TEMPLATE_KINDS = KINDS.filter(({ value }) => value === 'text' || value === 'json');

const BOOLEANS = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
];

/** The value of a parameter, in a control that fits its source and type. */
export function renderValue(page: PageContext, row: ParameterRow, place: RowPlace): TemplateResult | typeof nothing {
  const { parameter, mapping } = row;
  const { source, value } = mapping;
  if (source === 'none') return nothing;
  const id = rowElementId(parameter, 'value');
  const toMapping = (changed: TypedValue): RowMapping => ({ ...mapping, value: changed });
  const hasKinds = source === 'template' || (source === 'literal' && row.values === undefined);
  return html`${
      hasKinds
        ? renderKind({ id: `${id}-kind`, label: `Type of the value of ${parameter}`, value }, place, {
            toMapping,
            kinds: source === 'template' ? TEMPLATE_KINDS : KINDS,
          })
        : nothing
    }
    <div class="control value">
      <label for=${id}>${source === 'context' ? 'Name of the value' : 'Value'}</label>
      ${renderTyped(page, row, place, { id, label: `Value of ${parameter}`, typed: value, toMapping })}
    </div>`;
}

interface TypedControl {
  readonly id: string;
  readonly label: string;
  readonly typed: TypedValue;
  /** The mapping with another value in the place of this one. */
  readonly toMapping: (value: TypedValue) => RowMapping;
}

function renderTyped(page: PageContext, row: ParameterRow, place: RowPlace, control: TypedControl): TemplateResult {
  const { id, label, typed, toMapping } = control;
  const { source } = row.mapping;
  const common = {
    id,
    label,
    value: typed.text,
    isReadOnly: place.isReadOnly,
    isInvalid: hasErrors(row.problems),
    isRequired: row.isRequired,
    describedBy: place.describedBy,
  };
  const choices = choicesOf(row, typed);
  if (choices !== undefined) {
    return renderSelect({ ...common, choices, onChange: (text) => place.choose(toMapping({ ...typed, text })) });
  }
  return renderTextBox(page, {
    ...common,
    isLong: source !== 'context' && typed.as !== 'number',
    isCode: source === 'context' || typed.as === 'json',
    hasDigits: typed.as === 'number' && source === 'literal',
    ...(source === 'literal' ? {} : { complete: completerOf(page, source) }),
    onInput: (text) => place.type(toMapping({ ...typed, text })),
  });
}

/** A choice where the schema, or the type, lists all that a fixed value can be. */
function choicesOf({ mapping, values }: ParameterRow, { as }: TypedValue): typeof BOOLEANS | undefined {
  if (mapping.source !== 'literal') return undefined;
  return values?.map((value) => ({ value, label: value })) ?? (as === 'boolean' ? BOOLEANS : undefined);
}

function completerOf(
  page: PageContext,
  source: RowMapping['source'],
): (text: string, caret: number, isAsked: boolean) => Completions | undefined {
  const offers = contextOffers(page);
  return (text, caret, isAsked) =>
    source === 'context' ? completeWhole(text, offers, isAsked) : completeTemplate(text, caret, offers);
}

/** What is used where the value is missing, or the way to give one. */
export function renderDefault(row: ParameterRow, place: RowPlace, page: PageContext): TemplateResult | typeof nothing {
  const { parameter, mapping } = row;
  const { source, value, default: given, ...others } = mapping;
  if (source !== 'context' && source !== 'template') return nothing;
  const id = rowElementId(parameter, 'default');
  if (given === undefined) {
    if (place.isReadOnly) return nothing;
    return html`<vscode-button
      secondary
      id=${`${id}-add`}
      aria-label=${`Add Default for ${parameter}`}
      @click=${() => {
        place.choose({ ...mapping, default: { as: value.as, text: '' } });
        page.goTo(id);
      }}
      >Add Default</vscode-button
    >`;
  }
  const toMapping = (changed: TypedValue): RowMapping => ({ ...mapping, default: changed });
  return html`<div class="controls">
    ${renderKind({ id: `${id}-kind`, label: `Type of the default of ${parameter}`, value: given }, place, {
      toMapping,
      kinds: KINDS,
    })}
    <div class="control value">
      <label for=${id}>Default</label>
      ${renderTyped(page, { ...row, mapping: { ...mapping, source: 'literal' } }, place, {
        id,
        label: `Default of ${parameter}`,
        typed: given,
        toMapping,
      })}
    </div>
    ${
      place.isReadOnly
        ? nothing
        : html`<vscode-button
            secondary
            class="end"
            aria-label=${`Remove Default of ${parameter}`}
            @click=${() => {
              place.choose({ ...others, source, value });
              page.goTo(`${id}-add`);
            }}
            >Remove Default</vscode-button
          >`
    }
  </div>`;
}

function renderKind(
  { id, label, value }: { readonly id: string; readonly label: string; readonly value: TypedValue },
  { isReadOnly, choose }: RowPlace,
  { toMapping, kinds }: Pick<TypedControl, 'toMapping'> & { readonly kinds: typeof KINDS },
): TemplateResult {
  return html`<div class="control kind">
    <label for=${id}>Type</label>
    ${renderSelect({
      id,
      label,
      value: value.as,
      choices: kinds,
      isReadOnly,
      onChange: (as) => choose(toMapping({ ...value, as: kinds.find((kind) => kind.value === as)?.value ?? 'text' })),
    })}
  </div>`;
}
