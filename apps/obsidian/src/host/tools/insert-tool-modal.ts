import { toVisible, type JsonObject } from '@toolyard/core';
import { Modal, Setting } from 'obsidian';
import { parseSchemaForm } from '@toolyard/host';
import type { ListedTool } from '../../tools/list-tools.ts';
import { showSchemaForm, type ShownSchemaForm } from '../forms/show-schema-form.ts';
import { findPlaceAtCursor, insertToolCall, type WrittenNote } from './insert-tool-call.ts';
import { onSubmitKey } from './on-submit-key.ts';
import { introduceTool } from './show-hints.ts';
import { ToolPicker } from './tool-picker.ts';
import type { ToolsHost } from './tools-host.ts';

/** Lets a person choose a tool that can be called at the cursor, and fill in its parameters; then puts the call there. */
export function askForToolCall(host: ToolsHost, note: WrittenNote): void {
  const at = findPlaceAtCursor(host, note);
  if (at === undefined) return;
  const { server } = at;
  const choose = (tool: ListedTool): void => openInsertForm(host, note, tool);
  host.openDialog(new ToolPicker(host, { ...(server !== undefined && { server }), choose }));
}

/** Asks for the parameters of a tool, where it has some, and puts its call at the cursor of a note. */
export function openInsertForm(host: ToolsHost, note: WrittenNote, tool: ListedTool): void {
  const insert = (values: JsonObject): void => insertToolCall(host, note, { tool, values });
  if (parseSchemaForm(tool.entry?.definition['inputSchema']).length === 0) insert({});
  else host.openDialog(new InsertToolModal(host, tool, insert));
}

class InsertToolModal extends Modal {
  private readonly tool: ListedTool;
  private readonly insert: (values: JsonObject) => void;
  private form: ShownSchemaForm | undefined;

  constructor({ app }: ToolsHost, tool: ListedTool, insert: (values: JsonObject) => void) {
    super(app);
    this.tool = tool;
    this.insert = insert;
  }

  override onOpen(): void {
    const { tool, contentEl } = this;
    this.setTitle(`Insert a call of ${toVisible(tool.id)}`);
    this.modalEl.addClass('toolyard-form');
    introduceTool(contentEl, tool);
    const submit = (): void => void this.submit();
    const form = contentEl.createDiv();
    this.form = showSchemaForm(form, {
      schema: tool.entry?.definition['inputSchema'],
      isRoomy: true,
      onEnter: submit,
    });
    new Setting(contentEl)
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) => button.setButtonText('Insert without filling in').onClick(() => this.finish({})))
      .addButton((button) => button.setButtonText('Insert').setCta().onClick(submit));
    onSubmitKey(form, submit);
    this.form.focus();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private async submit(): Promise<void> {
    const values = await this.form?.check();
    if (values !== undefined) this.finish(values);
  }

  private finish(values: JsonObject): void {
    // Closed first, so that the editor keeps the focus that it is given.
    this.close();
    this.insert(values);
  }
}
