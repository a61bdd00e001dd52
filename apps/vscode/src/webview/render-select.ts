import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FieldChoice } from '../form/protocol.ts';

/** A list of which one is chosen. */
export interface SelectOptions {
  readonly id: string;
  readonly value: string;
  readonly choices: readonly FieldChoice[];
  readonly isReadOnly: boolean;
  readonly isInvalid?: boolean;
  readonly isRequired?: boolean;
  /** The ids of what describes it. */
  readonly describedBy?: string;
  /** Where no visible label belongs to it. */
  readonly label?: string;
  readonly onChange: (value: string) => void;
}

/**
 * The select of the browser, in the colours of the editor: that of the library cannot be searched by typing, is cut off at the lower edge of a window, and
 * forgets its value when its choices change.
 */
export function renderSelect(options: SelectOptions): TemplateResult {
  const { id, value, choices, describedBy, label, onChange } = options;
  const isKnown = choices.some((choice) => choice.value === value);
  const unknown = isKnown ? nothing : html`<option value=${value} .selected=${live(true)}>${value}</option>`;
  return html`<select
    id=${id}
    aria-label=${label ?? nothing}
    aria-describedby=${describedBy === undefined || describedBy === '' ? nothing : describedBy}
    aria-invalid=${options.isInvalid === true}
    aria-required=${options.isRequired === true}
    ?disabled=${options.isReadOnly}
    @change=${(event: Event) => onChange(toTypedText(event))}
  >
    ${unknown}${choices.map(
      (choice) =>
        html`<option value=${choice.value} title=${choice.about ?? nothing} .selected=${live(choice.value === value)}>
          ${choice.label}
        </option>`,
    )}
  </select>`;
}

/** What stands in the control that an event comes from. */
export function toTypedText({ currentTarget }: Event): string {
  const hasValue = typeof currentTarget === 'object' && currentTarget !== null && 'value' in currentTarget;
  return hasValue && typeof currentTarget.value === 'string' ? currentTarget.value : '';
}
