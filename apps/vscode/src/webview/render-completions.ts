import { html, nothing, type TemplateResult } from 'lit';
import type { CompletionOffer, Completions } from './complete-text.ts';
import type { Popup } from './page-context.ts';

/** The id of the list of a control. */
export function listId(owner: string): string {
  return `${owner}-list`;
}

/** The id of one entry of the list of a control. */
export function optionId(owner: string, index: number): string {
  return `${owner}-option-${index}`;
}

/** The list below a text. */
export function renderCompletions(
  { owner, active }: Popup,
  { options }: Completions,
  onChoose: (completion: CompletionOffer) => void,
): TemplateResult {
  return html`<div class="popup" id=${listId(owner)} role="listbox" aria-label="Suggestions">
    ${options.map(
      (option, index) =>
        html`<div
          class="option"
          role="option"
          id=${optionId(owner, index)}
          aria-selected=${index === active}
          @mousedown=${keepTextFocus}
          @click=${() => onChoose(option)}
        >
          <span class="option-name">${option.text}</span>
          ${option.about === undefined ? nothing : html`<span class="option-about">${option.about}</span>`}
        </div>`,
    )}
  </div>`;
}

/** A press on an entry would otherwise take the focus from the text, which closes the list before it is clicked. */
export function keepTextFocus(event: Event): void {
  event.preventDefault();
}
