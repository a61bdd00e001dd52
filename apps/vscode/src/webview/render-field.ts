import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FieldOf, PageField } from './field-of.ts';
import { completeTemplate, completeWhole, type Completions } from './complete-text.ts';
import { contextOffers } from './context-offers.ts';
import { described } from './described.ts';
import { fieldDraftId } from './drafts.ts';
import { fieldElementId } from './element-ids.ts';
import type { ControlContext } from './page-context.ts';
import { renderLines, type FieldPlace } from './render-lines.ts';
import { hasErrors, problemsId, renderProblems, toProblemText } from './render-problems.ts';
import { renderSelect, toTypedText } from './render-select.ts';
import { renderTextBox } from './render-text-box.ts';

/** Shows the control of a tool, on pages where tools are chosen. */
export type RenderTool = (field: FieldOf<'tool'>, place: FieldPlace) => TemplateResult;

/** One field with its label, its help and what is wrong with it. */
export function renderField(page: ControlContext, field: PageField, renderTool?: RenderTool): TemplateResult {
  const id = fieldElementId(field.key);
  return html`<div class="field ${field.kind}" data-draft=${fieldDraftId(field.key)} data-key=${field.key}>
    ${field.kind === 'flag' ? nothing : renderLabel(page, field, id)}
    ${field.kind === 'tool' ? renderTool?.(field, { id, describedBy: describedBy(field, id) }) : renderControl(page, field, id)}
    ${
      field.about === undefined || field.kind === 'flag'
        ? nothing
        : html`<p class="about" id=${aboutId(id)}>${field.about}</p>`
    }
    ${field.isInFile === true ? renderOpenFile(page, field) : nothing} ${renderProblems(id, field.problems)}
  </div>`;
}

function renderOpenFile(page: ControlContext, { key, label }: PageField): TemplateResult {
  return html`<vscode-button
    secondary
    aria-label=${`Edit in the File: ${label}`}
    @click=${() => page.ask({ type: 'openFile', key })}
    >Edit in the File</vscode-button
  >`;
}

function renderLabel(page: ControlContext, field: PageField, id: string): TemplateResult {
  // Where nothing at all can be changed, that is said once, above the form.
  const isFixed = field.isReadOnly && page.view.readOnly === undefined;
  const words = html`${field.label}${field.isRequired && !isFixed ? html` <span class="required">(required)</span>` : nothing}${
    isFixed ? html` <span class="required">(read-only)</span>` : nothing
  }`;
  // What consists of several controls is named as a group.
  const isGroup = field.kind === 'list' || field.kind === 'pairs';
  return isGroup
    ? html`<div class="label" id=${`${id}-label`}>${words}</div>`
    : html`<label for=${id}>${words}</label>`;
}

function renderControl(page: ControlContext, field: Exclude<PageField, FieldOf<'tool'>>, id: string): TemplateResult {
  switch (field.kind) {
    case 'text':
      return renderText(page, field, id);
    case 'choice':
      return renderChoice(page, field, id);
    case 'flag':
      return renderFlag(page, field, id);
    default:
      return renderLines(page, field, { id, describedBy: describedBy(field, id) });
  }
}

function renderText(page: ControlContext, field: FieldOf<'text'>, id: string): TemplateResult {
  const isInvalid = hasErrors(field.problems);
  const { label, value, placeholder, isRequired, isReadOnly } = field;
  const onInput = (text: string): void => page.type({ type: 'change', key: field.key, value: text });
  if (field.isTemplate || field.suggestions !== undefined || field.box !== undefined) {
    return renderTextBox(page, {
      id,
      value,
      isLong: field.isLong,
      isTall: field.box === undefined,
      isCode: field.box === 'code',
      isReadOnly,
      isInvalid,
      isRequired,
      hasDigits: field.input === 'number',
      ...(placeholder === undefined ? {} : { placeholder }),
      describedBy: describedBy(field, id),
      ...(field.box === undefined && { complete: (...at: CaretPlace) => completeField(page, field, ...at) }),
      onInput,
    });
  }
  const description = described({
    text: [field.about ?? '', toProblemText(field.problems)].join(' ').trim(),
    isInvalid,
    isRequired,
    hasDigits: field.input === 'number',
  });
  return field.isLong
    ? html`<vscode-textarea
        id=${id}
        rows="5"
        resize="vertical"
        .label=${label}
        .value=${live(value)}
        placeholder=${placeholder ?? nothing}
        ?readonly=${isReadOnly}
        ?invalid=${isInvalid}
        @input=${(event: Event) => onInput(toTypedText(event))}
        ${description}
      ></vscode-textarea>`
    : html`<vscode-textfield
        id=${id}
        .label=${label}
        .value=${live(value)}
        placeholder=${placeholder ?? nothing}
        ?readonly=${isReadOnly}
        ?invalid=${isInvalid}
        @input=${(event: Event) => onInput(toTypedText(event))}
        ${description}
      ></vscode-textfield>`;
}

type CaretPlace = readonly [text: string, caret: number, isAsked: boolean];

function completeField(
  page: ControlContext,
  field: FieldOf<'text'>,
  ...[text, caret, isAsked]: CaretPlace
): Completions | undefined {
  const offers = (field.suggestions ?? []).map((each) => ({ text: each }));
  const inBraces = field.isTemplate ? completeTemplate(text, caret, contextOffers(page)) : undefined;
  return inBraces ?? completeWhole(text, offers, isAsked);
}

function renderChoice(page: ControlContext, field: FieldOf<'choice'>, id: string): TemplateResult {
  const chosen = field.choices.find(({ value }) => value === field.value);
  return html`${renderSelect({
    id,
    value: field.value,
    choices: field.choices,
    isReadOnly: field.isReadOnly,
    isInvalid: hasErrors(field.problems),
    isRequired: field.isRequired,
    describedBy: [chosen?.about === undefined ? '' : `${id}-chosen`, describedBy(field, id)].join(' ').trim(),
    onChange: (value) => page.choose({ type: 'change', key: field.key, value }),
  })}${chosen?.about === undefined ? nothing : html`<p class="about" id=${`${id}-chosen`}>${chosen.about}</p>`}`;
}

function renderFlag(page: ControlContext, field: FieldOf<'flag'>, id: string): TemplateResult {
  return html`<vscode-checkbox
      id=${id}
      .checked=${live(field.value)}
      ?disabled=${field.isReadOnly}
      ?invalid=${hasErrors(field.problems)}
      @change=${() => page.choose({ type: 'change', key: field.key, value: !field.value })}
      ${described({
        text: [field.about ?? '', toProblemText(field.problems)].join(' ').trim(),
        isInvalid: hasErrors(field.problems),
        isRequired: false,
      })}
      >${field.label}</vscode-checkbox
    >${field.about === undefined ? nothing : html`<p class="about flag-about">${field.about}</p>`}`;
}

function describedBy({ about, problems }: PageField, id: string): string {
  return [about === undefined ? '' : aboutId(id), problems.length === 0 ? '' : problemsId(id)]
    .filter((each) => each !== '')
    .join(' ');
}

function aboutId(id: string): string {
  return `${id}-about`;
}
