import { html, type TemplateResult } from 'lit';
import type { FieldValue, NamedText } from '../form/protocol.ts';
import type { FieldOf } from './field-of.ts';
import { completeTemplate, completeWhole } from './complete-text.ts';
import { contextOffers, serverOffers } from './context-offers.ts';
import type { ControlContext } from './page-context.ts';
import { hasErrors } from './render-problems.ts';
import { renderTextBox, type TextBoxOptions } from './render-text-box.ts';

/** The element of a field, and what describes it. */
export interface FieldPlace {
  readonly id: string;
  readonly describedBy: string;
}

interface LineOptions {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onInput: (text: string) => void;
}

/** Lines of one text each, or of a name and a text, which can be added and removed. */
export function renderLines(
  page: ControlContext,
  field: FieldOf<'list'> | FieldOf<'pairs'>,
  place: FieldPlace,
): TemplateResult {
  const { id } = place;
  const count = field.value.length;
  return html`<div class="lines" role="group" id=${id} aria-labelledby=${`${id}-label`}>
    ${
      field.kind === 'list'
        ? field.value.map((text, index) => renderText(page, field, place, { text, index }))
        : field.value.map((pair, index) => renderPair(page, field, place, { pair, index }))
    }
    ${
      field.isReadOnly
        ? ''
        : html`<vscode-button secondary class="add" id=${`${id}-add`} @click=${() => add(page, field, `${id}-${count}`)}
            >${field.addLabel}</vscode-button
          >`
    }
  </div>`;
}

function add(page: ControlContext, field: FieldOf<'list'> | FieldOf<'pairs'>, element: string): void {
  const value: FieldValue = field.kind === 'list' ? [...field.value, ''] : [...field.value, { name: '', value: '' }];
  page.choose({ type: 'change', key: field.key, value });
  page.goTo(element);
}

function renderText(
  page: ControlContext,
  field: FieldOf<'list'>,
  place: FieldPlace,
  { text, index }: { readonly text: string; readonly index: number },
): TemplateResult {
  const line: LineOptions = {
    id: `${place.id}-${index}`,
    label: `${field.label}, line ${index + 1}`,
    value: text,
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
    onInput: (typed) => page.type({ type: 'change', key: field.key, value: field.value.with(index, typed) }),
  };
  return html`<div class="line">
    ${renderBox(page, field, place, line)} ${renderRemove(page, field, place, index)}
  </div>`;
}

function renderPair(
  page: ControlContext,
  field: FieldOf<'pairs'>,
  place: FieldPlace,
  { pair, index }: { readonly pair: NamedText; readonly index: number },
): TemplateResult {
  const put = (changed: NamedText): void =>
    page.type({ type: 'change', key: field.key, value: field.value.with(index, changed) });
  const name: LineOptions = {
    id: `${place.id}-${index}`,
    label: `${field.label}, line ${index + 1}, name`,
    value: pair.name,
    placeholder: 'Name',
    onInput: (typed) => put({ ...pair, name: typed }),
  };
  const value: LineOptions = {
    id: `${place.id}-${index}-value`,
    label: `${field.label}, line ${index + 1}, value`,
    value: pair.value,
    placeholder: 'Value',
    onInput: (typed) => put({ ...pair, value: typed }),
  };
  return html`<div class="line pair">
    ${renderBox(page, { ...field, isTemplate: false }, place, name)} ${renderBox(page, field, place, value)}
    ${renderRemove(page, field, place, index)}
  </div>`;
}

function renderBox(
  page: ControlContext,
  field: FieldOf<'list'> | FieldOf<'pairs'>,
  { describedBy }: FieldPlace,
  line: LineOptions,
): TemplateResult {
  const complete = completerOf(page, field);
  return renderTextBox(page, {
    ...line,
    isLong: line.value.includes('\n'),
    isReadOnly: field.isReadOnly,
    isInvalid: hasErrors(field.problems),
    isRequired: false,
    describedBy,
    ...(complete === undefined ? {} : { complete }),
  });
}

function completerOf(page: ControlContext, field: FieldOf<'list'> | FieldOf<'pairs'>): TextBoxOptions['complete'] {
  if (field.kind === 'list' && field.offers !== undefined) {
    const offers = serverOffers(page.servers, field.offers);
    return (text, _caret, isAsked) => completeWhole(text, offers, isAsked);
  }
  if (!field.isTemplate) return undefined;
  const names = contextOffers(page);
  return (text, caret) => completeTemplate(text, caret, names);
}

function renderRemove(
  page: ControlContext,
  field: FieldOf<'list'> | FieldOf<'pairs'>,
  { id }: FieldPlace,
  index: number,
): TemplateResult | string {
  if (field.isReadOnly) return '';
  function remove(): void {
    const value: FieldValue = field.kind === 'list' ? field.value.toSpliced(index, 1) : field.value.toSpliced(index, 1);
    page.choose({ type: 'change', key: field.key, value });
    const left = field.value.length - 1;
    page.goTo(left === 0 ? `${id}-add` : `${id}-${Math.min(index, left - 1)}`);
  }
  return html`<vscode-button secondary aria-label=${`Remove line ${index + 1} of ${field.label}`} @click=${remove}
    >Remove</vscode-button
  >`;
}
