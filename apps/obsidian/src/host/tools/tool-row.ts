import { toVisible, toVisibleJson } from '@toolyard/core';
import { ToggleComponent } from 'obsidian';
import type { ListedTool } from '../../tools/list-tools.ts';
import { labelControl } from '../settings/label-control.ts';
import { followSwitch } from '../settings/settings-parts.ts';
import { showHints, toSummary } from './show-hints.ts';
import { showToolDetails } from './show-tool-details.ts';

/** What can be done with a tool in the list. */
export interface ToolActions {
  readonly onToggle: (isOpen: boolean) => void;
  readonly insert: () => void;
  readonly tryIt: () => void;
  /** Absent where its switch stands in a configuration file. */
  readonly switchTool?: (isOn: boolean) => Promise<void>;
  /** Gives the focus to a control by its `data-focus`, where nothing else has it. */
  readonly focus: (name: string) => void;
}

/** Shows a tool as one row; its details are made when it is opened. */
export function showToolRow(
  list: HTMLElement,
  tool: ListedTool,
  { isOpen, actions }: { readonly isOpen: boolean; readonly actions: ToolActions },
): void {
  const row = list.createDiv({ cls: 'toolyard-tools-row' });
  row.toggleClass('mod-off', !tool.isOn);
  const head = row.createEl('button', {
    cls: 'toolyard-tool-name',
    attr: { 'aria-expanded': String(isOpen), 'data-focus': tool.id },
  });
  head.createSpan({ cls: 'toolyard-tool-server', text: `${toVisible(tool.server)}:` });
  head.createSpan({ text: toVisible(tool.name) });
  const summary = toSummary(tool.description);
  const summaryEl = row.createDiv({ cls: 'toolyard-suggestion-detail', text: summary });
  const details = row.createDiv({ cls: 'toolyard-tool-details' });
  const show = (isShown: boolean): void => {
    head.setAttr('aria-expanded', String(isShown));
    summaryEl.toggle(!isShown && summary !== '');
    details.toggle(isShown);
    details.empty();
    if (isShown) fill(details, tool, actions);
  };
  head.addEventListener('click', () => {
    const isShown = head.getAttr('aria-expanded') !== 'true';
    actions.onToggle(isShown);
    show(isShown);
  });
  show(isOpen);
}

function fill(details: HTMLElement, tool: ListedTool, actions: ToolActions): void {
  const facts = details.createDiv({ cls: 'toolyard-hints' });
  showHints(facts, tool);
  if (tool.tokens !== undefined) {
    facts.createSpan({ cls: 'toolyard-tokens', text: `about ${tool.tokens.toLocaleString('en')} tokens` });
  }
  addSwitch(facts, tool, actions);
  if (tool.title !== tool.name) details.createDiv({ cls: 'toolyard-tool-title', text: toVisible(tool.title) });
  if (tool.entry === undefined) {
    details.createDiv({ cls: 'toolyard-tool-remark', text: 'Switch it on to see what it takes.' });
    return;
  }
  const buttons = details.createDiv({ cls: 'toolyard-tool-actions' });
  addButton(buttons, tool, { text: 'Insert', act: actions.insert });
  addButton(buttons, tool, { text: 'Try it', act: actions.tryIt });
  showToolDetails(details, { tool: tool.entry });
  const schema = details.createEl('details', { cls: 'toolyard-schema' });
  schema.createEl('summary', { text: 'Schema' });
  schema.createEl('pre', {
    attr: { tabindex: '0' },
    text: toVisibleJson(tool.entry.definition['inputSchema'] ?? {}, 2),
  });
}

function addButton(parent: HTMLElement, { id }: ListedTool, { text, act }: { text: string; act: () => void }): void {
  const button = parent.createEl('button', { text, attr: { 'data-focus': `${text} ${id}` } });
  button.addEventListener('click', act);
}

function addSwitch(parent: HTMLElement, { id, isOn }: ListedTool, { switchTool, focus }: ToolActions): void {
  if (switchTool === undefined) {
    parent.createSpan({ text: isOn ? 'On' : 'Off' });
    return;
  }
  const toggle = new ToggleComponent(parent.createDiv({ cls: 'toolyard-tool-switch' }));
  toggle.setValue(isOn);
  const { toggleEl } = toggle;
  const name = `Switch ${id}`;
  (toggleEl.find('input') ?? toggleEl).setAttr('data-focus', name);
  labelControl(toggleEl, `Use tool ${id}`);
  toggle.onChange(async () => {
    // It loses the focus while it cannot be moved.
    const isFocused = toggleEl.contains(toggleEl.doc.activeElement);
    await followSwitch(toggle, switchTool);
    if (isFocused) focus(name);
  });
}
