import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { PickerTool } from '../form/protocol.ts';
import type { FieldOf } from './field-of.ts';
import { findTools, type FoundToolGroup, type FoundTools } from './find-tools.ts';
import type { PageContext, Popup } from './page-context.ts';
import { keepTextFocus, listId, optionId } from './render-completions.ts';
import type { FieldPlace } from './render-lines.ts';
import { hasErrors } from './render-problems.ts';
import { toTypedText } from './render-select.ts';

interface FoundTool {
  readonly server: string;
  readonly tool: string;
}

/** The chosen tool, and a search over the tools of all servers. */
export function renderToolPicker(page: PageContext, field: FieldOf<'tool'>, place: FieldPlace): TemplateResult {
  return html`${renderChosen(field, place)}${field.isReadOnly ? nothing : renderSearch(page, field, place)}`;
}

function renderChosen(field: FieldOf<'tool'>, { id }: FieldPlace): TemplateResult {
  const isChosen = field.server !== '' || field.tool !== '';
  return html`<div class="chosen" id=${`${id}-chosen`}>
    ${
      isChosen
        ? html`<div>
              <span class="code">${field.tool}</span> of <span class="code">${field.server}</span>
              <span class="state">${field.state}</span>
            </div>
            ${field.toolAbout === undefined ? nothing : html`<p class="about">${field.toolAbout}</p>`}`
        : html`<div class="none">No tool is chosen.</div>`
    }
  </div>`;
}

function renderSearch(page: PageContext, field: FieldOf<'tool'>, { id, describedBy }: FieldPlace): TemplateResult {
  const { servers, isLooking, warnings } = page.servers;
  const popup = page.popup?.owner === id ? page.popup : undefined;
  const found = popup && findTools(servers, popup.search ?? '');
  const count = servers.reduce((sum, { tools }) => sum + tools.length, 0);
  const active = popup !== undefined && popup.active >= 0 ? optionId(id, popup.active) : nothing;
  return html`<div class="search text-box">
      <input
        type="text"
        role="combobox"
        spellcheck="false"
        autocomplete="off"
        id=${id}
        aria-autocomplete="list"
        aria-expanded=${popup !== undefined}
        aria-controls=${popup === undefined ? nothing : listId(id)}
        aria-activedescendant=${active}
        aria-describedby=${`${id}-chosen ${describedBy}`.trim()}
        aria-invalid=${hasErrors(field.problems)}
        aria-required=${field.isRequired}
        placeholder=${toPlaceholder(count, isLooking)}
        .value=${live(popup?.search ?? '')}
        @input=${(event: Event) => page.open({ owner: id, active: 0, search: toTypedText(event) })}
        @click=${() => popup ?? page.open({ owner: id, active: -1, search: '' })}
        @keydown=${(event: KeyboardEvent) => onKey(page, id, event)}
        @blur=${() => popup && page.open(undefined)}
      />
      <vscode-button secondary @click=${() => page.ask({ type: 'refreshServers' })}>Refresh</vscode-button>
      ${popup === undefined || found === undefined ? nothing : renderList(page, popup, found)}
    </div>
    ${isLooking ? html`<p class="about">Looking for servers…</p>` : nothing}
    ${warnings.map((warning) => html`<p class="warning">Warning: ${warning}</p>`)}`;
}

function toPlaceholder(count: number, isLooking: boolean): string {
  if (count > 0) return count === 1 ? 'Search 1 tool' : `Search ${count} tools`;
  return isLooking ? 'Looking for tools' : 'No tools are known yet';
}

function renderList(page: PageContext, popup: Popup, found: FoundTools): TemplateResult {
  const more = found.total - found.shown;
  let index = 0;
  return html`<div class="popup">
    <div id=${listId(popup.owner)} role="listbox" aria-label="Tools">
      ${found.groups.map((group) => {
        const first = index;
        index += group.tools.length;
        return renderGroup(page, popup, { ...group, first });
      })}
    </div>
    <div class="more" role="status">
      ${found.groups.length === 0 ? 'No tool matches.' : nothing}
      ${more > 0 ? `${more} more ${more === 1 ? 'tool' : 'tools'}: type more of the name.` : nothing}
    </div>
  </div>`;
}

function renderGroup(
  page: PageContext,
  popup: Popup,
  { server, tools, first }: FoundToolGroup & { readonly first: number },
): TemplateResult {
  const { name, origin, status, reason } = server;
  const state = reason === undefined ? status : `${status}: ${reason}`;
  const about = `${name}, ${state}`;
  // A list has to have entries, so a server without tools is one that cannot be chosen.
  if (tools.length === 0) {
    return html`<div
      class="group-name"
      role="option"
      aria-disabled="true"
      aria-selected="false"
      @mousedown=${keepTextFocus}
    >
      <span class="option-name">${name}</span> <span class="state">${state}</span>
      <span class="option-about">No tools are known.</span>
    </div>`;
  }
  return html`<div role="group" aria-label=${about}>
    <div class="group-name" aria-hidden="true" @mousedown=${keepTextFocus}>
      <span class="option-name">${name}</span> <span class="state">${state}</span>
      ${origin === undefined ? nothing : html`<span class="option-about">${origin}</span>`}
    </div>
    ${tools.map((tool, offset) =>
      renderOption(popup, { tool, index: first + offset }, () => {
        pick(page, { server: server.id, tool: tool.name });
      }),
    )}
  </div>`;
}

function renderOption(
  { owner, active }: Popup,
  { tool, index }: { readonly tool: PickerTool; readonly index: number },
  onChoose: () => void,
): TemplateResult {
  return html`<div
    class="option"
    role="option"
    id=${optionId(owner, index)}
    aria-selected=${index === active}
    @mousedown=${keepTextFocus}
    @click=${onChoose}
  >
    <span class="option-name">${tool.name}</span>
    ${tool.about === undefined ? nothing : html`<span class="option-about">${tool.about}</span>`}
  </div>`;
}

function pick(page: PageContext, { server, tool }: FoundTool): void {
  page.open(undefined);
  page.act({ type: 'pickTool', server, tool });
}

function onKey(page: PageContext, id: string, event: KeyboardEvent): void {
  const popup = page.popup?.owner === id ? page.popup : undefined;
  if (popup === undefined) {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    page.open({ owner: id, active: 0, search: '' });
  } else if (!moveInList(page, popup, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether the key means something in the list. */
function moveInList(page: PageContext, popup: Popup, key: string): boolean {
  const entries = listEntries(findTools(page.servers.servers, popup.search ?? ''));
  const { length } = entries;
  const chosen = entries[popup.active];
  if (key === 'Escape') page.open(undefined);
  else if (key === 'ArrowDown') page.open({ ...popup, active: length === 0 ? -1 : (popup.active + 1) % length });
  else if (key === 'ArrowUp') page.open({ ...popup, active: popup.active <= 0 ? length - 1 : popup.active - 1 });
  else if (key === 'PageDown') page.open({ ...popup, active: Math.min(popup.active + PAGE, length - 1) });
  else if (key === 'PageUp') page.open({ ...popup, active: Math.min(length - 1, Math.max(popup.active - PAGE, 0)) });
  else if (key === 'Enter') {
    if (chosen !== undefined) pick(page, chosen);
  } else return false;
  return true;
}

const PAGE = 10;

function listEntries({ groups }: FoundTools): readonly FoundTool[] {
  return groups.flatMap(({ server, tools }) => tools.map(({ name }) => ({ server: server.id, tool: name })));
}
