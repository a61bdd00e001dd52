import { toMessage } from '@toolyard/core';
import { Modal, Setting, type App, type ButtonComponent } from 'obsidian';
import {
  checkServerForm,
  type ServerField,
  type FormProblems,
  type NameContext,
} from '../../forms/check-server-form.ts';
import type { FormKind, ServerForm } from '../../forms/server-form.ts';
import { labelControl } from './label-control.ts';
import { showPairFields } from './pair-fields.ts';

/** A form and what becomes of it. */
export interface ServerFormOptions {
  readonly title: string;
  readonly form: ServerForm;
  readonly names: () => NameContext;
  /** Saves a form that was checked; where it rejects, the form stays open and says why. */
  readonly save: (form: ServerForm) => Promise<void>;
}

type TextField = Exclude<ServerField, 'env' | 'headers'>;

interface TextOptions {
  readonly name: string;
  readonly desc?: string;
  readonly placeholder?: string;
  readonly isLong?: boolean;
}

const KINDS: Readonly<Record<FormKind, string>> = {
  command: 'Command on this computer',
  docker: 'Docker container',
  url: 'URL',
};

const LINES = 3;

/** The form of one server. What is typed is checked by the rules of a configuration file before anything is saved. */
export class ServerFormModal extends Modal {
  private readonly options: ServerFormOptions;
  private form: ServerForm;
  private readonly rows = new Map<ServerField, Setting>();
  private fieldsEl: HTMLElement | undefined;
  private problemEl: HTMLElement | undefined;
  private saveButton: ButtonComponent | undefined;

  constructor(app: App, options: ServerFormOptions) {
    super(app);
    this.options = options;
    this.form = options.form;
  }

  override onOpen(): void {
    this.setTitle(this.options.title);
    this.modalEl.addClass('toolyard-form');
    this.addText(this.contentEl, 'name', {
      name: 'Name',
      desc: 'The language of the code blocks that call it.',
      placeholder: 'weather',
    });
    new Setting(this.contentEl).setName('Kind').addDropdown((dropdown) => {
      dropdown.addOptions(KINDS).setValue(this.form.kind);
      dropdown.onChange((kind) => this.showKind(kind as FormKind));
      labelControl(dropdown.selectEl, 'Kind');
    });
    this.fieldsEl = this.contentEl.createDiv();
    this.problemEl = this.contentEl.createDiv({ cls: 'toolyard-form-problem', attr: { role: 'alert' } });
    this.showKind(this.form.kind);
    new Setting(this.contentEl)
      .setClass('toolyard-dialog-buttons')
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) => {
        this.saveButton = button;
        button
          .setButtonText('Save')
          .setCta()
          .onClick(() => this.save());
      });
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  private showKind(kind: FormKind): void {
    this.change({ kind });
    const fields = this.fieldsEl;
    if (fields === undefined) return;
    fields.empty();
    for (const field of this.rows.keys()) if (field !== 'name') this.rows.delete(field);
    if (kind === 'command') this.showCommand(fields);
    else if (kind === 'docker') this.showDocker(fields);
    else this.showUrl(fields);
  }

  private showCommand(fields: HTMLElement): void {
    this.addText(fields, 'command', { name: 'Command', desc: 'The program to start.', placeholder: 'npx' });
    this.addText(fields, 'args', {
      name: 'Arguments',
      desc: 'One in a line, or a JSON list.',
      placeholder: '-y',
      isLong: true,
    });
    this.addPairs(fields, 'env');
    const more = addMore(fields);
    this.addText(more, 'cwd', {
      name: 'Working directory',
      desc: 'If empty: a folder outside the vault, or the vault if the command or an argument begins with ./ or has ${workspaceFolder}.',
    });
  }

  private showDocker(fields: HTMLElement): void {
    this.addText(fields, 'image', { name: 'Image', placeholder: 'mcp/time' });
    this.addText(fields, 'args', {
      name: 'Arguments',
      desc: 'After the image, one in a line, or a JSON list.',
      isLong: true,
    });
    this.addPairs(fields, 'env');
    const more = addMore(fields);
    this.addText(more, 'mounts', {
      name: 'Mounts',
      desc: 'One in a line.',
      placeholder: '/data:/data:ro',
      isLong: true,
    });
    this.addText(more, 'containerName', { name: 'Container name' });
    this.addText(more, 'ports', {
      name: 'Ports',
      desc: 'Port of this computer and port of the container, one pair in a line.',
      placeholder: '39001:3001',
      isLong: true,
    });
    this.addText(more, 'url', {
      name: 'URL',
      desc: 'Of a container that serves HTTP; otherwise Toolyard talks to its stdin and stdout.',
      placeholder: 'http://127.0.0.1:39001/mcp',
    });
    this.addTransport(more);
  }

  private showUrl(fields: HTMLElement): void {
    this.addText(fields, 'url', { name: 'URL', placeholder: 'https://example.com/mcp' });
    this.addPairs(fields, 'headers');
    this.addTransport(addMore(fields));
  }

  private addTransport(fields: HTMLElement): void {
    new Setting(fields).setName('Transport').addDropdown((dropdown) => {
      dropdown.addOptions({ auto: 'Detect', http: 'Streamable HTTP', sse: 'SSE' }).setValue(this.form.transport);
      dropdown.onChange((transport) => this.change({ transport: transport as ServerForm['transport'] }));
      labelControl(dropdown.selectEl, 'Transport');
    });
  }

  private addText(fields: HTMLElement, field: TextField, { name, desc, placeholder, isLong }: TextOptions): void {
    const row = new Setting(fields).setName(name);
    if (desc !== undefined) row.setDesc(desc);
    const connect = (text: { inputEl: HTMLInputElement | HTMLTextAreaElement }): void => {
      text.inputEl.value = this.form[field];
      text.inputEl.placeholder = placeholder ?? '';
      labelControl(text.inputEl, name);
    };
    const take = (typed: string): void => {
      this.change({ [field]: typed });
      row.setErrorMessage(null);
    };
    if (isLong === true) {
      row.addTextArea((area) => {
        connect(area.onChange(take));
        area.inputEl.rows = LINES;
      });
    } else row.addText((text) => connect(text.onChange(take)));
    this.rows.set(field, row);
  }

  private addPairs(fields: HTMLElement, field: 'env' | 'headers'): void {
    const [name, what] = field === 'env' ? ['Environment', 'variable'] : ['Headers', 'header'];
    const row = new Setting(fields).setName(name).setDesc('Values of secrets stay on this device.');
    row.setClass('toolyard-pairs-row');
    showPairFields(row.controlEl, {
      what,
      pairs: this.form[field],
      onChange: (pairs) => {
        this.change({ [field]: pairs });
        row.setErrorMessage(null);
      },
    });
    this.rows.set(field, row);
  }

  private change(part: Partial<ServerForm>): void {
    this.form = { ...this.form, ...part };
  }

  private async save(): Promise<void> {
    const problems = checkServerForm(this.form, this.options.names());
    this.showProblems(problems);
    if (problems !== undefined) return;
    this.saveButton?.setDisabled(true);
    try {
      await this.options.save({ ...this.form, name: this.form.name.trim() });
      this.close();
    } catch (error) {
      this.problemEl?.setText(toMessage(error));
    } finally {
      this.saveButton?.setDisabled(false);
    }
  }

  private showProblems(problems: FormProblems | undefined): void {
    for (const [field, row] of this.rows) row.setErrorMessage(problems?.fields[field] ?? null);
    const hidden = Object.entries(problems?.fields ?? {}).filter(([field]) => !this.rows.has(field as ServerField));
    this.problemEl?.setText([...(problems?.other ?? []), ...hidden.map(([, text]) => text)].join(' '));
    const [wrong] = [...this.rows].flatMap(([field, row]) => (problems?.fields[field] === undefined ? [] : [row]));
    wrong?.settingEl.closest('details')?.setAttribute('open', '');
    wrong?.controlEl.find('input, textarea')?.focus();
  }
}

/** Fields that few people need, folded away. */
function addMore(fields: HTMLElement): HTMLElement {
  const details = fields.createEl('details', 'toolyard-more');
  details.createEl('summary', { text: 'More options' });
  return details.createDiv();
}
