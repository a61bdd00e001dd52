import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { MappingView, ParameterRow, RowMapping } from '../form/protocol.ts';
import { rowDraftId } from './drafts.ts';
import { MAPPING_ELEMENT_ID, rowElementId } from './element-ids.ts';
import type { PageContext } from './page-context.ts';
import { hasErrors, problemsId, renderProblems } from './render-problems.ts';
import { renderDefault, renderValue, type RowPlace } from './render-row-value.ts';
import { renderSelect } from './render-select.ts';

const SOURCES = [
  { value: 'none', label: 'Not set' },
  { value: 'context', label: 'Value of the event' },
  { value: 'literal', label: 'Fixed value' },
  { value: 'template', label: 'Template' },
] as const;

/** The id of the name that a parameter is added by. */
const NEW_PARAMETER = 'mapping-new';

/** One row for each parameter of the tool, with where its value comes from. */
export function renderMapping(page: PageContext, mapping: MappingView): TemplateResult {
  const isReadOnly = page.view.readOnly !== undefined;
  return html`<section id=${MAPPING_ELEMENT_ID} aria-labelledby="mapping-title">
    <div class="heading">
      <h2 id="mapping-title">Parameters</h2>
      ${
        mapping.suggestions > 0 && !isReadOnly
          ? html`<vscode-button secondary @click=${() => page.act({ type: 'suggest' })}
              >Suggest by Name (${mapping.suggestions})</vscode-button
            >`
          : nothing
      }
    </div>
    ${mapping.note === undefined ? nothing : html`<p class="about">${mapping.note}</p>`}
    ${renderProblems(MAPPING_ELEMENT_ID, mapping.problems)}
    ${
      mapping.rows.length === 0 && mapping.note === undefined
        ? html`<p class="about">The tool has no parameters.</p>`
        : nothing
    }
    ${repeat(
      mapping.rows,
      ({ parameter }) => parameter,
      (row) => renderRow(page, row),
    )}
    ${mapping.canAdd && !isReadOnly ? renderAdd(page) : nothing}
  </section>`;
}

function renderRow(page: PageContext, row: ParameterRow): TemplateResult {
  const { parameter, mapping } = row;
  const nameId = rowElementId(parameter, 'name');
  const id = rowElementId(parameter, 'source');
  const place: RowPlace = {
    isReadOnly: page.view.readOnly !== undefined,
    describedBy: [`${nameId}-about`, row.problems.length > 0 ? problemsId(id) : ''].join(' ').trim(),
    type: (typed) => page.type({ type: 'map', parameter, mapping: typed }),
    choose: (chosen) => page.choose({ type: 'map', parameter, mapping: chosen }),
  };
  return html`<div
    class="row"
    role="group"
    aria-labelledby=${nameId}
    data-draft=${rowDraftId(parameter)}
    data-parameter=${parameter}
  >
    ${renderHead(page, row, nameId)}
    <div class="controls">
      <div class="control source">
        <label for=${id}>Source</label>
        ${renderSelect({
          id,
          value: mapping.source,
          choices: SOURCES,
          isReadOnly: place.isReadOnly,
          isInvalid: hasErrors(row.problems),
          isRequired: row.isRequired,
          describedBy: place.describedBy,
          label: `Source of ${parameter}`,
          onChange: (value) => place.choose({ ...mapping, source: toSource(value) }),
        })}
      </div>
      ${renderValue(page, row, place)}
    </div>
    ${renderDefault(row, place, page)} ${renderProblems(id, row.problems)} ${renderRowPreview(row)}
  </div>`;
}

function toSource(value: string): RowMapping['source'] {
  return SOURCES.find((source) => source.value === value)?.value ?? 'none';
}

function renderHead(page: PageContext, row: ParameterRow, nameId: string): TemplateResult {
  const { parameter, type, about, serverDefault } = row;
  return html`<div class="row-head">
      <h3 id=${nameId} class="code">${parameter}</h3>
      <span class="type">${type}</span>
      ${row.isRequired ? html`<span class="required">(required)</span>` : nothing}
      ${
        row.isExtra && page.view.readOnly === undefined
          ? html`<vscode-button
              secondary
              class="end"
              aria-label=${`Remove parameter ${parameter}`}
              @click=${() => {
                page.act({ type: 'removeParameter', parameter });
                page.goTo(MAPPING_ELEMENT_ID);
              }}
              >Remove</vscode-button
            >`
          : nothing
      }
    </div>
    <div id=${`${nameId}-about`}>
      ${about === undefined ? nothing : html`<p class="about">${about}</p>`}
      ${
        serverDefault === undefined
          ? nothing
          : html`<p class="about">Without a value the server uses <span class="code">${serverDefault}</span>.</p>`
      }
    </div>`;
}

function renderRowPreview({ preview }: ParameterRow): TemplateResult | typeof nothing {
  if (preview.kind === 'none') return nothing;
  return preview.kind === 'value'
    ? html`<p class="row-preview">Preview: <span class="code">${preview.text}</span></p>`
    : html`<p class="row-preview">Preview: ${preview.message}</p>`;
}

function renderAdd(page: PageContext): TemplateResult {
  function add(): void {
    const input = document.getElementById(NEW_PARAMETER);
    const name = input instanceof HTMLInputElement ? input.value.trim() : '';
    if (!(input instanceof HTMLInputElement) || name === '') return page.goTo(NEW_PARAMETER);
    input.value = '';
    page.act({ type: 'addParameter', parameter: name });
    page.goTo(rowElementId(name, 'source'));
  }
  return html`<div class="add-parameter">
    <label for=${NEW_PARAMETER}>Another parameter</label>
    <div class="line">
      <input
        type="text"
        id=${NEW_PARAMETER}
        spellcheck="false"
        autocomplete="off"
        placeholder="Name"
        @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && add()}
      />
      <vscode-button secondary @click=${add}>Add Parameter</vscode-button>
    </div>
  </div>`;
}
