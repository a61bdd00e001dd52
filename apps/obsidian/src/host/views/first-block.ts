import { toVisible } from '@toolyard/core';
import { ButtonComponent, DropdownComponent, TFile } from 'obsidian';
import { placeFirstBlock } from '../../views/place-first-block.ts';
import type { ServerTool, ServerView } from '../../yard/plugin-servers.ts';
import { createVaultNote } from '../create-vault-note.ts';
import { showSchemaForm, type ShownSchemaForm } from '../forms/show-schema-form.ts';
import { openNoteAt } from '../leaves/open-note-at.ts';
import { showNotice } from '../notices/show-notice.ts';
import { labelControl } from '../settings/label-control.ts';
import { attempt } from '../settings/settings-parts.ts';
import type { ViewsParts } from './views-parts.ts';

const NEW_NOTE = 'First tool block';

type Choice = ServerTool & { readonly server: string };

/** The last step of the first page: a tool, what it is given by a form, and the note that the block is put into. */
export class FirstBlock {
  private readonly parts: ViewsParts;
  private readonly emptyEl: HTMLElement;
  private readonly bodyEl: HTMLElement;
  private readonly tool: DropdownComponent;
  private readonly aboutEl: HTMLElement;
  private readonly formEl: HTMLElement;
  private readonly toCurrent: ButtonComponent;
  private choices: readonly Choice[] = [];
  private shown = '';
  private form: ShownSchemaForm | undefined;

  constructor(stepEl: HTMLElement, parts: ViewsParts) {
    this.parts = parts;
    this.emptyEl = stepEl.createEl('p', {
      cls: 'toolyard-empty',
      text: 'When a test was successful, you choose a tool here.',
    });
    this.bodyEl = stepEl.createDiv();
    this.tool = new DropdownComponent(this.bodyEl).onChange(() => this.showForm());
    labelControl(this.tool.selectEl, 'Tool');
    this.aboutEl = this.bodyEl.createEl('p', { cls: 'toolyard-empty' });
    this.formEl = this.bodyEl.createDiv('toolyard-form');
    const buttonsEl = this.bodyEl.createDiv('toolyard-details-buttons');
    new ButtonComponent(buttonsEl)
      .setButtonText('Insert into a new note')
      .setCta()
      .onClick(() => attempt(() => this.insert((text) => this.createNote(text))));
    this.toCurrent = new ButtonComponent(buttonsEl).onClick(() =>
      attempt(() => this.insert((text) => this.changeNote(text))),
    );
  }

  /** Offers the tools that these servers have now; what a person has chosen and typed stays. */
  show(servers: readonly ServerView[]): void {
    this.choices = servers
      .filter(({ isOn }) => isOn)
      .flatMap(({ name, tools }) => tools.filter(({ isOn }) => isOn).map((tool) => ({ ...tool, server: name })));
    const note = this.parts.app.workspace.getActiveFile();
    this.toCurrent.setButtonText(`Insert into ${toVisible(note?.basename ?? '')}`);
    this.toCurrent.buttonEl.toggle(note?.extension === 'md');
    this.emptyEl.toggle(this.choices.length === 0);
    this.bodyEl.toggle(this.choices.length > 0);
    const names = this.choices.map(toName);
    if (names.join('\n') === this.shown) return;
    this.shown = names.join('\n');
    const chosen = this.tool.getValue();
    this.tool.selectEl.empty();
    for (const name of names) this.tool.addOption(name, toVisible(name));
    if (names.includes(chosen)) this.tool.setValue(chosen);
    else this.showForm();
  }

  private get chosen(): Choice | undefined {
    return this.choices.find((choice) => toName(choice) === this.tool.getValue());
  }

  private showForm(): void {
    const { description = '', inputSchema } = this.chosen ?? {};
    this.aboutEl.setText(toVisible(description));
    this.formEl.empty();
    this.form = showSchemaForm(this.formEl, { schema: inputSchema });
  }

  private async insert(put: (change: (text: string) => string) => Promise<string>): Promise<void> {
    const values = await this.form?.check();
    const { chosen } = this;
    if (values === undefined || chosen === undefined) return;
    let line = 1;
    const path = await put((text) => {
      const placed = placeFirstBlock(text, { server: chosen.server, tool: chosen.name, arguments: values });
      line = placed.line;
      return placed.text;
    });
    await openNoteAt(this.parts.app, path, line);
    showNotice('Press Run in the header of the block, or use the command "Run block".');
  }

  private async createNote(change: (text: string) => string): Promise<string> {
    const { vault, fileManager } = this.parts.app;
    const folder = fileManager.getNewFileParent('').path;
    const start = folder === '/' ? '' : `${folder}/`;
    for (let count = 0; ; count++) {
      const path = `${start}${NEW_NOTE}${count === 0 ? '' : ` ${count}`}.md`;
      if (vault.getAbstractFileByPath(path) === null) return (await vault.create(path, change(''))).path;
    }
  }

  private async changeNote(change: (text: string) => string): Promise<string> {
    const { app } = this.parts;
    const note = app.workspace.getActiveFile();
    if (!(note instanceof TFile)) throw new Error('No note is open.');
    await createVaultNote(app, note.path).update(change);
    return note.path;
  }
}

function toName({ server, name }: Choice): string {
  return `${server}:${name}`;
}
