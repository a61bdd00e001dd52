import { CLIENT_TITLES } from '@toolyard/host';
import { ButtonComponent, ItemView, Setting, type WorkspaceLeaf } from 'obsidian';
import { FIRST_RUN_VIEW } from '../leaves/open-view.ts';
import { ImportModal, PasteModal } from '../settings/add-servers-modal.ts';
import { openServerForm } from '../settings/open-server-form.ts';
import { ServerRow } from '../settings/server-row.ts';
import { throttle } from '../settings/throttle.ts';
import { FirstBlock } from './first-block.ts';
import type { ViewsParts } from './views-parts.ts';

const REFRESH_MS = 250;

const WELCOME =
  'Toolyard calls the tools of MCP servers from blocks in your notes. These steps lead to the first result. The command "Show first steps" ' +
  'opens this page again.';

/** The page that leads from an empty vault to the first result: a server, its test, and a block in a note. */
export class FirstRunView extends ItemView {
  override icon = 'wrench';
  private readonly parts: ViewsParts;
  private readonly rows = new Map<string, ServerRow>();
  private rowsEl: HTMLElement | undefined;
  private noneEl: HTMLElement | undefined;
  private fixedEl: HTMLElement | undefined;
  private readonly ways: ButtonComponent[] = [];
  private block: FirstBlock | undefined;

  constructor(leaf: WorkspaceLeaf, parts: ViewsParts) {
    super(leaf);
    this.parts = parts;
  }

  override getViewType(): string {
    return FIRST_RUN_VIEW.type;
  }

  override getDisplayText(): string {
    return 'First steps';
  }

  override async onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.addClass('toolyard-first-run');
    contentEl.createEl('h2', { text: 'First steps' });
    contentEl.createEl('p', { text: WELCOME });
    this.addAdding(this.addStep('1. Add a server', 'A server is a program, a Docker image or an address.'));
    const testEl = this.addStep(
      '2. Test it',
      'The test starts the server and lists its tools. The first successful one switches it on.',
    );
    this.noneEl = testEl.createEl('p', { cls: 'toolyard-empty', text: 'There are no servers yet.' });
    this.rowsEl = testEl.createDiv();
    this.block = new FirstBlock(
      this.addStep(
        '3. Put a block into a note',
        'A block names a tool and what it is given. Run in its header calls it.',
      ),
      this.parts,
    );
    const refresh = throttle(() => this.show(), REFRESH_MS);
    const { app, toolyard } = this.parts;
    this.register(toolyard.servers.on(refresh));
    this.registerEvent(app.workspace.on('file-open', refresh));
    this.register(refresh.cancel);
    this.register(() => this.closeRows());
    this.show();
  }

  private addStep(title: string, text: string): HTMLElement {
    const stepEl = this.contentEl.createEl('section', { cls: 'toolyard-step', attr: { 'aria-label': title } });
    stepEl.createEl('h3', { text: title });
    stepEl.createEl('p', { text });
    return stepEl;
  }

  private addAdding(stepEl: HTMLElement): void {
    const { settings } = this.parts;
    const programs = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.values(CLIENT_TITLES));
    const ways: readonly (readonly [label: string, desc: string, open: () => void])[] = [
      [
        'Paste JSON',
        'What the page of a server says to put into the settings of Claude, Cursor or VS Code.',
        () => settings.openDialog(new PasteModal(settings)),
      ],
      [
        'Import',
        `What you have on this computer for ${programs}.`,
        () => settings.openDialog(new ImportModal(settings)),
      ],
      ['Add server', 'Fill in a form with its command, its image or its address.', () => openServerForm(settings)],
    ];
    for (const [label, desc, open] of ways) {
      const row = new Setting(stepEl).setDesc(desc).setClass('toolyard-way');
      this.ways.push(new ButtonComponent(row.controlEl).setButtonText(label).onClick(open));
    }
    this.fixedEl = stepEl.createEl('p', { cls: 'toolyard-empty' });
  }

  private show(): void {
    const { servers, settings } = this.parts.toolyard;
    const views = servers.list();
    const named = servers.namedFile();
    const fixed = named === undefined ? settings.readOnly : `The servers stand in ${named.file}. Edit them there.`;
    for (const way of this.ways) way.setDisabled(fixed !== undefined);
    this.fixedEl?.setText(fixed ?? '');
    this.noneEl?.toggle(views.length === 0);
    const names = views.map(({ name }) => name);
    if (this.rowsEl !== undefined && names.join('\n') !== [...this.rows.keys()].join('\n')) {
      this.closeRows();
      for (const view of views)
        this.rows.set(view.name, new ServerRow(new Setting(this.rowsEl), this.parts.settings, view));
    }
    for (const view of views) this.rows.get(view.name)?.refresh(view);
    this.block?.show(views);
  }

  private closeRows(): void {
    for (const row of this.rows.values()) row.close();
    this.rows.clear();
    this.rowsEl?.empty();
  }
}
