import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FormSection } from '../form/protocol.ts';
import type { PageContext } from './page-context.ts';
import { renderField } from './render-field.ts';
import { renderNotice } from './render-notice.ts';
import { renderMapping } from './render-mapping.ts';
import { renderPreview } from './render-preview.ts';
import { renderSummary } from './render-problems.ts';
import { renderToolPicker } from './render-tool-picker.ts';

/** The whole form. */
export function renderPage(page: PageContext): TemplateResult {
  const { view } = page;
  return html`<main>
      <h1>${view.title}</h1>
      ${view.readOnly === undefined ? nothing : renderNotice({ level: 'warning', message: view.readOnly })}
      ${view.restored === undefined ? nothing : renderRestored(page, view.restored)} ${view.notices.map(renderNotice)}
      ${view.conflict === undefined ? nothing : renderConflict(page, view.conflict)}
      ${repeat(
        view.sections,
        ({ id }) => id,
        (section) => renderSection(page, section),
      )}
      ${view.mapping === undefined ? nothing : renderMapping(page, view.mapping)} ${renderPreview(page)}
      ${renderSummary(page)}
    </main>
    ${renderFooter(page)}`;
}

function renderSection(page: PageContext, { id, title, fields }: FormSection): TemplateResult {
  const titleId = `section-${id}`;
  return html`<section aria-labelledby=${titleId}>
    <h2 id=${titleId}>${title}</h2>
    ${repeat(
      fields,
      // A field that becomes another kind of control must not keep the old element.
      ({ key, kind }) => `${kind} ${key}`,
      (field) => renderField(page, field, (tool, place) => renderToolPicker(page, tool, place)),
    )}
  </section>`;
}

function renderRestored(page: PageContext, restored: string): TemplateResult {
  return html`<section class="notice info" aria-labelledby="restored">
    <p id="restored">${restored}</p>
    ${
      page.view.readOnly === undefined
        ? html`<div class="buttons">
            <vscode-button secondary @click=${() => page.act({ type: 'startOver' })}>Discard Changes</vscode-button>
          </div>`
        : nothing
    }
  </section>`;
}

function renderConflict(page: PageContext, conflict: string): TemplateResult {
  return html`<section class="notice warning" aria-labelledby="conflict">
    <p id="conflict">Warning: ${conflict}</p>
    <div class="buttons">
      <vscode-button @click=${() => page.act({ type: 'resolveConflict', keep: 'form' })}>Keep This Form</vscode-button>
      <vscode-button secondary @click=${() => page.act({ type: 'resolveConflict', keep: 'file' })}
        >Take the File's Version</vscode-button
      >
    </div>
  </section>`;
}

function renderFooter(page: PageContext): TemplateResult {
  const { view, isAhead } = page;
  // What was typed a moment ago is sent before it is saved, and the host has the last word.
  const canSave = (view.canSave || isAhead) && !view.isSaving && view.readOnly === undefined;
  return html`<footer>
    <div class="buttons">
      <vscode-button id="save" aria-disabled=${!canSave} @click=${() => canSave && page.ask({ type: 'save' })}
        >Save</vscode-button
      >
      <vscode-button secondary id="cancel" @click=${() => page.ask({ type: 'cancel' })}>Cancel</vscode-button>
      ${
        view.canOpenFile
          ? html`<vscode-button secondary id="open-file" @click=${() => page.ask({ type: 'openFile' })}
              >Edit in the File</vscode-button
            >`
          : nothing
      }
    </div>
    <span class="unsaved">${toFooterText(page)}</span>
  </footer>`;
}

function toFooterText({ view, isAhead }: PageContext): string {
  if (view.isSaving) return 'Saving…';
  return view.isDirty || isAhead ? 'Not saved' : '';
}
