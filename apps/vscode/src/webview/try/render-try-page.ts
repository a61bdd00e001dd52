import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CopyAs, TryView } from '../../try/protocol.ts';
import type { ControlContext } from '../page-context.ts';
import { renderField } from '../render-field.ts';
import { renderNotice } from '../render-notice.ts';
import { renderProblems } from '../render-problems.ts';
import { renderSelect } from '../render-select.ts';
import type { TryContext } from './try-context.ts';
import { renderTrialResult } from './render-trial-result.ts';

/** The form of a tool, and below it what the last call gave. */
export function renderTryPage(page: TryContext): TemplateResult {
  const { view } = page;
  return html`<main>
      <h1>${view.title}</h1>
      ${view.about === undefined ? nothing : html`<p class="about lines-kept">${view.about}</p>`}
      ${view.notices.map(renderNotice)}
      <section aria-labelledby="parameters">
        <h2 id="parameters">Parameters</h2>
        ${renderSwitch(page)} ${renderFields(page)} ${renderProblems('parameters', view.problems)}
        ${view.history.length === 0 ? nothing : renderHistory(page)}
      </section>
      ${renderCopies(page)} ${renderTrialResult(page)}
    </main>
    ${renderFooter(page)}`;
}

function renderSwitch(page: TryContext): TemplateResult | typeof nothing {
  const { isJson, canForm } = page.view;
  if (!canForm) return nothing;
  return html`<vscode-checkbox id="as-json" .checked=${live(isJson)} @change=${() => page.switchJson(!isJson)}
    >Write all of them as JSON</vscode-checkbox
  >`;
}

function renderFields(page: TryContext): TemplateResult {
  const { fields } = page.view;
  if (fields.length === 0) return html`<p class="none">This tool has no parameters.</p>`;
  const controls: ControlContext = {
    view: { contextNames: [] },
    servers: { servers: [], isLooking: false, warnings: [] },
    ask: () => undefined,
    popup: undefined,
    type: ({ key, value }) => page.change(key, value),
    choose: ({ key, value }) => page.change(key, value),
    open: () => undefined,
    goTo: (element) => page.goTo(element),
  };
  return html`${repeat(
    fields,
    // A field that becomes another kind of control must not keep the old element.
    (field) => `${field.kind} ${field.kind === 'text' && field.isLong} ${field.key}`,
    (field) => renderField(controls, field),
  )}`;
}

function renderHistory(page: TryContext): TemplateResult {
  const { history } = page.view;
  const choices = history.map(({ value, label, about }) => ({ value, label: `${label} (${about ?? ''})` }));
  return html`<div class="field">
    <label for="history">Earlier calls</label>
    ${renderSelect({
      id: 'history',
      value: '',
      choices: [{ value: '', label: 'Bring back the arguments of…' }, ...choices],
      isReadOnly: false,
      onChange: (id) => id !== '' && page.recall(id),
    })}
  </div>`;
}

const COPIES: readonly (readonly [CopyAs, string])[] = [
  ['block', 'Copy as Tool Block'],
  ['hook', 'Copy as Hook'],
  ['command', 'Copy as Command'],
];

function renderCopies(page: TryContext): TemplateResult {
  return html`<div class="buttons copies" role="group" aria-label="Copy this call">
    ${COPIES.map(
      ([as, label]) =>
        html`<vscode-button secondary id=${`copy-${as}`} @click=${() => page.ask({ type: 'copy', as })}
          >${label}</vscode-button
        >`,
    )}
  </div>`;
}

function renderFooter(page: TryContext): TemplateResult {
  const { blocked, running } = page.view;
  const canCall = blocked === undefined && running === undefined;
  return html`<footer>
    <div class="buttons">
      <vscode-button id="call" aria-disabled=${!canCall} @click=${() => canCall && page.ask({ type: 'call' })}
        >Call</vscode-button
      >
      <vscode-button
        secondary
        id="stop"
        aria-disabled=${running === undefined}
        @click=${() => running !== undefined && page.ask({ type: 'stop' })}
        >Stop</vscode-button
      >
    </div>
    ${running === undefined ? nothing : renderRunning(running)}
  </footer>`;
}

function renderRunning({ status, fraction }: NonNullable<TryView['running']>): TemplateResult {
  return html`<span class="running">${status}</span> ${
      fraction === undefined
        ? nothing
        : html`<progress aria-label="Progress of the call" max="1" .value=${fraction}></progress>`
    }`;
}
