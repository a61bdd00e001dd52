import { FuzzySuggestModal, Setting, type App, type TFile } from 'obsidian';
import type { JsonObject } from '@toolyard/core';
import type { StoredBinding } from '../../yard/plugin-servers.ts';
import { attempt, type SettingsParts } from './settings-parts.ts';

/** The bindings that are stored with servers and that count in every note. */
export function findVaultBindings({ settings }: SettingsParts): readonly StoredBinding[] {
  return settings.data.servers.flatMap(({ name, sectionBindings }) =>
    sectionBindings
      .map((binding, index) => ({ server: name, index, binding }))
      .filter(({ binding }) => binding['document'] === undefined),
  );
}

/** Shows bindings that count in every note, each of which can be moved to one; called again, it shows what changed. */
export function createBindingRows(listEl: HTMLElement, parts: SettingsParts): () => void {
  let shown = '';
  return () => {
    const bindings = findVaultBindings(parts);
    const state = JSON.stringify(bindings);
    if (state === shown) return;
    shown = state;
    listEl.empty();
    for (const each of bindings) showBinding(listEl, each, parts);
  };
}

function showBinding(listEl: HTMLElement, stored: StoredBinding, { app, servers, openDialog }: SettingsParts): void {
  const { server, binding } = stored;
  const below = binding['inheritToChildren'] === false ? ', without the sections below' : '';
  const move = (note: TFile): Promise<boolean> => attempt(() => servers.bindToNote(stored, note.path));
  new Setting(listEl)
    .setName(describeSection(binding))
    .setDesc(`Bound to ${server} in every note${below}.`)
    .addButton((button) =>
      button.setButtonText('Move to one note').onClick(() => openDialog(new NoteModal(app, move))),
    );
}

function describeSection({ headingText, blockId, startLine, endLine }: JsonObject): string {
  if (typeof headingText === 'string') return headingText;
  return typeof blockId === 'string' ? `^${blockId}` : `Lines ${String(startLine)} to ${String(endLine)}`;
}

/** Lets a person choose a note. */
class NoteModal extends FuzzySuggestModal<TFile> {
  private readonly choose: (note: TFile) => unknown;

  constructor(app: App, choose: (note: TFile) => unknown) {
    super(app);
    this.choose = choose;
    this.setPlaceholder('Choose a note');
  }

  override getItems(): TFile[] {
    return this.app.vault.getMarkdownFiles();
  }

  override getItemText({ path }: TFile): string {
    return path;
  }

  override onChooseItem(note: TFile): void {
    this.choose(note);
  }
}
