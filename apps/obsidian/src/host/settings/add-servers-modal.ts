import { isJsonObject } from '@toolyard/core';
import { CLIENT_TITLES, type PastedServer, type TakenNames } from '@toolyard/host';
import { Modal, Setting, type ButtonComponent } from 'obsidian';
import { readVaultPaste } from '../../forms/read-vault-paste.ts';
import { findTakenIds } from '../../forms/find-taken-ids.ts';
import { showNotice } from '../notices/show-notice.ts';
import { labelControl } from './label-control.ts';
import { saveServer } from './save-server.ts';
import { attempt, type SettingsParts } from './settings-parts.ts';

const PASTED_PROGRAMS = 'Claude, Cursor, VS Code or Zed';

/** Shows servers of other programs, and adds those that are chosen, each switched off until its first successful test. */
abstract class AddServersModal extends Modal {
  protected readonly parts: SettingsParts;
  private readonly chosen = new Set<PastedServer>();
  private listEl: HTMLElement | undefined;
  private addButton: ButtonComponent | undefined;

  constructor(parts: SettingsParts) {
    super(parts.app);
    this.parts = parts;
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  /** Below what the class itself shows: the servers that were found, and the buttons. */
  protected showChoice(): void {
    this.listEl = this.contentEl.createDiv({ cls: 'toolyard-found', attr: { 'aria-live': 'polite' } });
    new Setting(this.contentEl)
      .setClass('toolyard-dialog-buttons')
      .addButton((button) => button.setButtonText('Cancel').onClick(() => this.close()))
      .addButton((button) => {
        this.addButton = button
          .setButtonText('Add')
          .setCta()
          .onClick(() => this.add());
      });
    this.offer([]);
  }

  protected offer(servers: readonly PastedServer[], message?: string): void {
    const list = this.listEl;
    if (list === undefined) return;
    list.empty();
    this.chosen.clear();
    if (message !== undefined) list.createEl('p', { cls: 'toolyard-form-problem', text: message });
    for (const server of servers) this.offerOne(list, server);
    this.showCount();
  }

  private offerOne(list: HTMLElement, server: PastedServer): void {
    const { name, from, problem } = server;
    const row = new Setting(list).setName(from === undefined ? name : `${name} (${from})`);
    row.setDesc(describe(server));
    if (problem !== undefined) {
      row.setErrorMessage(problem);
      return;
    }
    this.chosen.add(server);
    row.addToggle((toggle) => {
      toggle.setValue(true).onChange((isChosen) => {
        if (isChosen) this.chosen.add(server);
        else this.chosen.delete(server);
        this.showCount();
      });
      labelControl(toggle.toggleEl, `Add ${name}`);
    });
  }

  private showCount(): void {
    const count = this.chosen.size;
    this.addButton?.setButtonText(count < 2 ? 'Add' : `Add ${count} servers`).setDisabled(count === 0);
  }

  private async add(): Promise<void> {
    this.addButton?.setDisabled(true);
    const servers = [...this.chosen];
    const isAdded = await attempt(async () => {
      for (const server of servers) {
        await saveServer(this.parts, server);
        this.chosen.delete(server);
      }
    });
    if (!isAdded) return this.showCount();
    const [first, second] = servers;
    showNotice(second === undefined ? `Added server "${first?.name}".` : `Added ${servers.length} servers.`);
    this.close();
  }
}

/** Takes a JSON block from the settings of another program. */
export class PasteModal extends AddServersModal {
  override onOpen(): void {
    this.setTitle('Paste JSON');
    this.modalEl.addClass('toolyard-form');
    this.contentEl.createEl('p', {
      text: `Paste servers as they stand in the settings of ${PASTED_PROGRAMS}. Secrets in them stay on this device.`,
    });
    const area = this.contentEl.createEl('textarea', {
      cls: 'toolyard-paste',
      attr: { rows: 8, spellcheck: 'false', 'aria-label': 'JSON of servers' },
      placeholder: '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }',
    });
    this.showChoice();
    area.addEventListener('input', () => this.read(area.value));
    area.focus();
  }

  private read(text: string): void {
    if (text.trim() === '') return this.offer([]);
    const read = readVaultPaste(text, findTaken(this.parts));
    if (read.ok) this.offer(read.servers);
    else this.offer([], read.problem);
  }
}

/** Shows the servers that other programs on this computer have. */
export class ImportModal extends AddServersModal {
  override async onOpen(): Promise<void> {
    this.setTitle('Import servers');
    this.modalEl.addClass('toolyard-form');
    const programs = Object.values(CLIENT_TITLES).join(', ');
    this.contentEl.createEl('p', { text: `Servers that these programs have on this computer: ${programs}.` });
    this.showChoice();
    await attempt(async () => {
      const { servers, warnings } = await this.parts.findImportable();
      const message = servers.length === 0 ? ['There is none that the vault does not have.'] : [];
      const text = [...message, ...warnings].join(' ');
      this.offer(servers, text === '' ? undefined : text);
    });
  }
}

function findTaken({ servers }: SettingsParts): Omit<TakenNames, 'toName'> {
  return { names: servers.list().map(({ name }) => name), secretIds: findTakenIds(servers.listSecrets()) };
}

function describe({ name, formerName, definition, secrets }: PastedServer): string {
  const { command, args, url, docker } = definition;
  const words: readonly unknown[] = [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])];
  const image = isJsonObject(docker) ? docker['image'] : undefined;
  const [kept] = Object.keys(secrets);
  return [
    typeof image === 'string'
      ? `Docker image ${image}`
      : typeof url === 'string'
        ? url
        : words.filter(isText).join(' '),
    formerName === name || formerName === '' ? '' : `called "${formerName}" there`,
    kept === undefined ? '' : 'its secrets are kept on this device',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function isText(word: unknown): word is string {
  return typeof word === 'string';
}
