import { toVisible } from '@toolyard/core';
import { Component, MarkdownRenderer, Modal, Setting, type ButtonComponent } from 'obsidian';
import type { ToolTrial } from '../../tools/create-tool-trials.ts';
import type { ListedTool } from '../../tools/list-tools.ts';
import { showSchemaForm, type ShownSchemaForm } from '../forms/show-schema-form.ts';
import { findWrittenNote, insertToolCall } from './insert-tool-call.ts';
import { onSubmitKey } from './on-submit-key.ts';
import { introduceTool } from './show-hints.ts';
import type { ToolsHost } from './tools-host.ts';

const STATES: Readonly<Record<ToolTrial['status'], string>> = {
  success: 'Done in',
  error: 'Failed after',
  timeout: 'Timed out after',
  cancelled: 'Stopped after',
};

/** Calls a tool with what a person fills in, and shows what it gives as a note would; closed, it stops the call. */
export class TryToolModal extends Modal {
  private readonly host: ToolsHost;
  private readonly tool: ListedTool;
  private readonly rendered = new Component();
  private form: ShownSchemaForm | undefined;
  private runButton: ButtonComponent | undefined;
  private stopButton: ButtonComponent | undefined;
  private stateEl: HTMLElement | undefined;
  private resultEl: HTMLElement | undefined;
  private running: AbortController | undefined;

  constructor(host: ToolsHost, tool: ListedTool) {
    super(host.app);
    this.host = host;
    this.tool = tool;
  }

  override onOpen(): void {
    const { tool, contentEl } = this;
    this.rendered.load();
    this.setTitle(`Try ${toVisible(tool.id)}`);
    this.modalEl.addClass('toolyard-form');
    introduceTool(contentEl, tool);
    const form = contentEl.createDiv();
    onSubmitKey(form, () => void this.run());
    this.form = showSchemaForm(form, {
      schema: tool.entry?.definition['inputSchema'],
      isRoomy: true,
      onEnter: () => void this.run(),
    });
    this.addButtons();
    this.stateEl = contentEl.createDiv({ cls: 'toolyard-trial-state', attr: { role: 'status' } });
    this.resultEl = contentEl.createDiv({ cls: 'toolyard-trial-result markdown-rendered' });
    if (!this.form.focus()) this.runButton?.buttonEl.focus();
  }

  override onClose(): void {
    this.running?.abort();
    this.rendered.unload();
    this.contentEl.empty();
  }

  private addButtons(): void {
    new Setting(this.contentEl)
      .addButton((button) => button.setButtonText('Insert').onClick(() => void this.insert()))
      .addButton((button) => {
        this.stopButton = button.setButtonText('Stop').onClick(() => this.running?.abort());
        button.setDisabled(true);
      })
      .addButton((button) => {
        this.runButton = button
          .setButtonText('Run')
          .setCta()
          .onClick(() => void this.run());
      });
  }

  private async run(): Promise<void> {
    if (this.running !== undefined) return;
    const running = new AbortController();
    this.running = running;
    const values = await this.form?.check();
    if (values !== undefined && !running.signal.aborted) {
      this.showRunning(true);
      const trial = await this.host.toolyard.tools.tryTool(this.tool, values, running.signal);
      if (this.contentEl.isConnected) await this.show(trial);
      this.showRunning(false);
    }
    this.running = undefined;
  }

  private showRunning(isRunning: boolean): void {
    const stops = isRunning || this.stopButton?.buttonEl.doc.activeElement !== this.stopButton?.buttonEl;
    this.runButton?.setDisabled(isRunning).setButtonText(isRunning ? 'Run' : 'Re-run');
    if (!stops) this.runButton?.buttonEl.focus();
    this.stopButton?.setDisabled(!isRunning);
    if (isRunning) {
      this.stateEl?.setText('Running…');
      this.resultEl?.empty();
    }
  }

  private async show({ status, ms, output, images }: ToolTrial): Promise<void> {
    const { stateEl, resultEl } = this;
    if (stateEl === undefined || resultEl === undefined) return;
    stateEl.setText(`${STATES[status]} ${ms.toLocaleString('en')} ms`);
    stateEl.dataset['status'] = status;
    resultEl.empty();
    await MarkdownRenderer.render(this.app, output, resultEl, '', this.rendered);
    for (const [index, src] of images.entries()) {
      resultEl.createEl('img', { attr: { src, alt: `Image ${index + 1} of the result` } });
    }
    if (output === '' && images.length === 0) resultEl.setText('The tool gave no output.');
  }

  private async insert(): Promise<void> {
    const note = findWrittenNote(this.app);
    const values = note && (await this.form?.check());
    if (note === undefined || values === undefined) return;
    this.close();
    insertToolCall(this.host, note, { tool: this.tool, values });
  }
}
