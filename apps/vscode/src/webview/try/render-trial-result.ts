import { html, nothing, type TemplateResult } from 'lit';
import type { TryPart, ResultView } from '../../try/protocol.ts';
import type { TryContext } from './try-context.ts';

const STATUS_CLASSES: Readonly<Record<ResultView['status'], string>> = {
  success: 'info',
  'tool-error': 'error',
  failure: 'error',
  stopped: 'warning',
};

/** What the last call gave. All of it is text of a stranger: it stands in texts, cells and pictures that have their bytes inside. */
export function renderTrialResult(page: TryContext): TemplateResult | typeof nothing {
  const { result } = page.view;
  if (result === undefined) return nothing;
  const isError = result.status === 'tool-error' || result.status === 'failure';
  return html`<section aria-labelledby="result-title">
    <h2 id="result-title">Result</h2>
    <p class="notice ${STATUS_CLASSES[result.status]}">${isError ? 'Error: ' : nothing}${result.title}</p>
    ${
      result.canStart
        ? html`<div class="buttons part-buttons">
            <vscode-button id="start-server" @click=${() => page.ask({ type: 'startServer' })}
              >Start Server</vscode-button
            >
          </div>`
        : nothing
    }
    ${
      result.parts.length === 0 && result.status === 'success'
        ? html`<p class="none">The tool gave no output.</p>`
        : nothing
    }
    ${result.parts.map((part, index) => renderPart(page, part, index))}
  </section>`;
}

function renderPart(page: TryContext, part: TryPart, index: number): TemplateResult {
  const title = `part-${index}`;
  switch (part.kind) {
    case 'text':
    case 'json':
      return html`<div class="part">${renderHead(page, part, index)} ${renderText(part.text, part.more, title)}</div>`;
    case 'table':
      return html`<div class="part">
        ${renderHead(page, part, index)} ${renderTable(part, title)}
        <details>
          <summary>As JSON</summary>
          ${renderText(part.json, part.moreJson, title)}
        </details>
      </div>`;
    case 'image':
      return html`<div class="part">
        ${renderHead(page, part, index)}
        <img src=${part.src} alt=${`Picture of the result (${part.about})`} />
      </div>`;
    case 'file':
      return html`<div class="part">${renderHead(page, part, index)}</div>`;
    default:
      return html`<div class="part">
        ${renderHead(page, part, index)}
        <p class="code">${part.uri}</p>
        ${part.about === undefined ? nothing : html`<p class="about">${part.about}</p>`}
      </div>`;
  }
}

function renderHead(page: TryContext, part: TryPart, index: number): TemplateResult {
  const act = (action: 'open' | 'save' | 'copy', label: string): TemplateResult =>
    html`<vscode-button secondary @click=${() => page.ask({ type: 'part', part: index, action })}
      >${label}</vscode-button
    >`;
  return html`<div class="heading part-head">
    <h3 id=${`part-${index}`}>${toTitle(part)}</h3>
    <div class="buttons">
      ${part.kind === 'text' || part.kind === 'json' || part.kind === 'table' ? act('open', 'Open in Editor') : nothing}
      ${part.kind === 'image' || part.kind === 'file' ? act('save', 'Save As…') : nothing}
      ${part.kind === 'link' ? act('copy', 'Copy Address') : nothing}
    </div>
  </div>`;
}

function toTitle(part: TryPart): string {
  switch (part.kind) {
    case 'text':
      return 'Text';
    case 'json':
      return 'JSON';
    case 'table':
      return part.rows.length === 1 ? 'Table, 1 row' : `Table, ${part.rows.length + part.more} rows`;
    case 'image':
      return `Picture, ${part.about}`;
    case 'file':
      return `File: ${part.about}`;
    default:
      return `Link: ${part.name}`;
  }
}

function renderText(text: string, more: number, labelledBy: string): TemplateResult {
  return html`<pre class="result" tabindex="0" role="region" aria-labelledby=${labelledBy}>${text}</pre>
    ${
      more === 0
        ? nothing
        : html`<p class="about">
            ${more.toLocaleString('en')} more characters are not shown here: open it in an editor.
          </p>`
    }`;
}

function renderTable({ columns, rows, more }: Extract<TryPart, { kind: 'table' }>, labelledBy: string): TemplateResult {
  return html`<div class="table" tabindex="0" role="region" aria-labelledby=${labelledBy}>
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more === 0 ? nothing : html`<p class="about">${more.toLocaleString('en')} more rows are not shown here.</p>`}`;
}
