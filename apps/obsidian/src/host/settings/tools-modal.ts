import { Modal, Setting, type ToggleComponent } from 'obsidian';
import type { ServerTool } from '../../yard/plugin-servers.ts';
import { labelControl } from './label-control.ts';
import { followSwitch, type SettingsParts } from './settings-parts.ts';
import { throttle } from './throttle.ts';

const REFRESH_MS = 250;

/** The tools of one server, each with a switch and with what it costs a model. */
export class ToolsModal extends Modal {
  private readonly parts: SettingsParts;
  private readonly name: string;
  private readonly refresh = throttle(() => this.show(), REFRESH_MS);
  private listEl: HTMLElement | undefined;
  private shown = '';
  private stop: (() => void) | undefined;

  constructor(parts: SettingsParts, name: string) {
    super(parts.app);
    this.parts = parts;
    this.name = name;
  }

  override onOpen(): void {
    this.setTitle(`Tools of "${this.name}"`);
    this.modalEl.addClass('toolyard-form');
    this.listEl = this.contentEl.createDiv();
    this.show();
    this.stop = this.parts.servers.on(this.refresh);
  }

  override onClose(): void {
    this.stop?.();
    this.refresh.cancel();
    this.contentEl.empty();
  }

  private show(): void {
    const list = this.listEl;
    const tools = this.parts.servers.list().find(({ name }) => name === this.name)?.tools ?? [];
    // The focus stays where it is while nothing changes.
    const state = JSON.stringify(tools);
    if (list === undefined || state === this.shown) return;
    const focused = [...list.findAll('input')].indexOf(list.doc.activeElement as HTMLElement);
    this.shown = state;
    list.empty();
    list.createEl('p', { cls: 'toolyard-tools-sum', text: describeAll(tools) });
    for (const tool of tools) this.addTool(list, tool);
    if (focused !== -1) list.findAll('input')[focused]?.focus();
  }

  private addTool(list: HTMLElement, { name, description, isOn, tokens }: ServerTool): void {
    const row = new Setting(list).setName(name).setClass('toolyard-tool');
    if (description !== undefined) row.setDesc(description);
    if (tokens !== undefined) row.controlEl.createSpan({ cls: 'toolyard-tokens', text: toTokens(tokens) });
    row.addToggle((toggle: ToggleComponent) => {
      toggle.setValue(isOn);
      toggle.onChange(() => followSwitch(toggle, (next) => this.parts.servers.switchTool(this.name, name, next)));
      labelControl(toggle.toggleEl, `Use tool ${name}`);
    });
  }
}

function describeAll(tools: readonly ServerTool[]): string {
  if (tools.length === 0) return 'Its tools are not known yet. Test the connection to see them.';
  const on = tools.filter(({ isOn }) => isOn);
  const tokens = on.reduce((sum, tool) => sum + (tool.tokens ?? 0), 0);
  return `${on.length} of ${tools.length} are on. They take ${toTokens(tokens)} of what a model can read.`;
}

function toTokens(tokens: number): string {
  return `about ${tokens.toLocaleString('en')} tokens`;
}
