import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { CompletionOffer, Completions } from './complete-text.ts';
import { listId, optionId, renderCompletions } from './render-completions.ts';
import type { ControlContext, Popup } from './page-context.ts';

/** A text that grows with what is typed, and offers what could stand in it. */
export interface TextBoxOptions {
  readonly id: string;
  readonly value: string;
  /** Several lines are possible. */
  readonly isLong: boolean;
  readonly isReadOnly: boolean;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly isCode?: boolean;
  /** There is room for several lines from the start. */
  readonly isTall?: boolean;
  readonly hasDigits?: boolean;
  readonly placeholder?: string;
  /** The ids of what describes it. */
  readonly describedBy?: string;
  /** Where no visible label belongs to it. */
  readonly label?: string;
  /** What could stand at the caret. `isAsked` where the person asked for it, and did not just type on. */
  readonly complete?: (text: string, caret: number, isAsked: boolean) => Completions | undefined;
  readonly onInput: (text: string) => void;
}

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** Completions need a control that its list can be tied to by id, so this is the browser's own, in the colours of the editor. */
export function renderTextBox(page: ControlContext, options: TextBoxOptions): TemplateResult {
  const popup = page.popup?.owner === options.id ? page.popup : undefined;
  return html`<div class="text-box">
    ${options.isLong ? renderLong(page, options) : renderShort(page, options)}
    ${
      popup?.completions === undefined
        ? nothing
        : renderCompletions(popup, popup.completions, (completion) => {
            accept(page, options.id, popup.completions, completion);
          })
    }
  </div>`;
}

function renderShort(page: ControlContext, options: TextBoxOptions): TemplateResult {
  const isOpen = page.popup?.owner === options.id;
  const canComplete = options.complete !== undefined;
  return html`<input
    type="text"
    spellcheck="false"
    autocomplete="off"
    class=${options.isCode === true ? 'code' : ''}
    id=${options.id}
    role=${canComplete ? 'combobox' : nothing}
    aria-autocomplete=${canComplete ? 'list' : nothing}
    aria-expanded=${canComplete ? isOpen : nothing}
    aria-controls=${isOpen ? listId(options.id) : nothing}
    aria-activedescendant=${toActive(page, options.id)}
    aria-label=${options.label ?? nothing}
    aria-describedby=${toIds(options.describedBy)}
    aria-invalid=${options.isInvalid}
    aria-required=${options.isRequired}
    inputmode=${options.hasDigits === true ? 'decimal' : nothing}
    placeholder=${options.placeholder ?? nothing}
    ?readonly=${options.isReadOnly}
    .value=${live(options.value)}
    @input=${(event: InputEvent) => onInput(page, options, event)}
    @keydown=${(event: KeyboardEvent) => onKey(page, options, event)}
    @blur=${() => closeOwn(page, options.id)}
  />`;
}

function renderLong(page: ControlContext, options: TextBoxOptions): TemplateResult {
  const isOpen = page.popup?.owner === options.id;
  return html`<textarea
    rows="1"
    spellcheck="false"
    class=${`${options.isCode === true ? 'code' : ''} ${options.isTall === true ? 'tall' : ''}`.trim()}
    id=${options.id}
    aria-autocomplete=${options.complete === undefined ? nothing : 'list'}
    aria-controls=${isOpen ? listId(options.id) : nothing}
    aria-activedescendant=${toActive(page, options.id)}
    aria-label=${options.label ?? nothing}
    aria-describedby=${toIds(options.describedBy)}
    aria-invalid=${options.isInvalid}
    aria-required=${options.isRequired}
    placeholder=${options.placeholder ?? nothing}
    ?readonly=${options.isReadOnly}
    .value=${live(options.value)}
    @input=${(event: InputEvent) => onInput(page, options, event)}
    @keydown=${(event: KeyboardEvent) => onKey(page, options, event)}
    @blur=${() => closeOwn(page, options.id)}
  ></textarea>`;
}

function toIds(ids: string | undefined): string | typeof nothing {
  return ids === undefined || ids === '' ? nothing : ids;
}

function toActive({ popup }: ControlContext, id: string): string | typeof nothing {
  return popup?.owner === id && popup.active >= 0 ? optionId(id, popup.active) : nothing;
}

function onInput(page: ControlContext, options: TextBoxOptions, { currentTarget }: Event): void {
  if (!isTextElement(currentTarget)) return;
  options.onInput(currentTarget.value);
  offer(page, options, currentTarget, { isAsked: false });
}

function offer(
  page: ControlContext,
  { id, complete }: TextBoxOptions,
  element: TextElement,
  { isAsked }: { readonly isAsked: boolean },
): void {
  const { value } = element;
  const caret = element.selectionStart ?? value.length;
  const completions = complete?.(value, caret, isAsked);
  if (completions !== undefined) page.open({ owner: id, active: 0, completions });
  else closeOwn(page, id);
}

function onKey(page: ControlContext, options: TextBoxOptions, event: KeyboardEvent): void {
  if (options.isReadOnly || !isTextElement(event.currentTarget)) return;
  const popup = page.popup?.owner === options.id ? page.popup : undefined;
  const isDone =
    popup === undefined
      ? askForList(page, options, event.currentTarget, event)
      : moveInCompletions(page, popup, event.key);
  if (!isDone) return;
  event.preventDefault();
  event.stopPropagation();
}

function askForList(
  page: ControlContext,
  options: TextBoxOptions,
  element: TextElement,
  { key, ctrlKey }: KeyboardEvent,
): boolean {
  // In a text of several lines the arrow moves the caret.
  const asks = key === 'ArrowDown' ? !options.isLong : key === ' ' && ctrlKey;
  if (!asks || options.complete === undefined) return false;
  offer(page, options, element, { isAsked: true });
  return true;
}

/** Whether the key means something in the list. */
function moveInCompletions(page: ControlContext, popup: Popup, key: string): boolean {
  const entries = popup.completions?.options ?? [];
  const chosen = entries[popup.active];
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1;
    page.open({ ...popup, active: (popup.active + step + entries.length) % entries.length });
  } else if (key === 'Enter' && chosen !== undefined) accept(page, popup.owner, popup.completions, chosen);
  else if (key === 'Escape') page.open(undefined);
  else return false;
  return true;
}

/** Puts it in as if it were typed, so that undo takes it out again, and the change is sent as any other. */
function accept(
  page: ControlContext,
  id: string,
  completions: Completions | undefined,
  { text }: CompletionOffer,
): void {
  const element = document.getElementById(id);
  if (completions === undefined || !isTextElement(element)) return;
  element.focus();
  element.setSelectionRange(completions.from, completions.to);
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to write into a text that undo knows of
  document.execCommand('insertText', false, `${text}${completions.ending}`);
  page.open(undefined);
}

function closeOwn(page: ControlContext, id: string): void {
  if (page.popup?.owner === id) page.open(undefined);
}

function isTextElement(element: unknown): element is TextElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
