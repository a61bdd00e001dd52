import type { BoundBlock } from '@toolyard/documents';
import { MarkdownRenderChild, TFile, type App, type MarkdownPostProcessorContext } from 'obsidian';
import type { BlockStatus } from '../blocks/block-runs.ts';
import type { Toolyard } from '../compose/compose-toolyard.ts';

const STATES: Readonly<Record<BlockStatus, string>> = {
  idle: 'Not run yet',
  pending: 'Running',
  success: 'Done',
  error: 'Failed',
  timeout: 'Timed out',
  cancelled: 'Cancelled',
};

/** Where a part of a note is shown. */
export interface ShownNote {
  readonly context: MarkdownPostProcessorContext;
  readonly app: App;
  readonly toolyard: Toolyard;
  /** All headers that are shown, so that none stays when the plugin goes. */
  readonly headers: Set<BlockHeader>;
}

/** A block that is shown. */
export interface ShownBlock {
  readonly bound: BoundBlock;
  readonly shown: ShownNote;
  /** The block as it is now; `undefined` where it is not shown any more. */
  readonly locate: () => BoundBlock | undefined;
}

/** The header of one tool block in reading view, for as long as the block is shown. */
export class BlockHeader extends MarkdownRenderChild {
  private readonly fence: HTMLElement;
  private readonly shown: ShownNote;
  private readonly locate: ShownBlock['locate'];
  private bound: BoundBlock;
  private stateEl: HTMLElement | undefined;
  private buttonEl: HTMLButtonElement | undefined;

  /** `containerEl` is an element of its own, which takes the place of the fence. */
  constructor(containerEl: HTMLElement, fence: HTMLElement, { bound, locate, shown }: ShownBlock) {
    super(containerEl);
    this.fence = fence;
    this.bound = bound;
    this.locate = locate;
    this.shown = shown;
  }

  override onload(): void {
    const { toolyard, app } = this.shown;
    this.containerEl.addClass('toolyard-block');
    this.fence.replaceWith(this.containerEl);
    const header = this.containerEl.createDiv({ cls: 'toolyard-block-header' });
    header.createSpan({ cls: 'toolyard-block-tool', text: this.nameOf() });
    this.stateEl = header.createSpan({ cls: 'toolyard-block-state' });
    this.buttonEl = header.createEl('button', { cls: 'toolyard-block-action' });
    this.registerDomEvent(this.buttonEl, 'click', () => this.act());
    this.containerEl.append(this.fence);
    this.register(toolyard.runs.on(() => this.showState()));
    this.registerEvent(app.vault.on('modify', (file) => void (file.path === this.path && this.readAgain())));
    this.shown.headers.add(this);
    this.showState();
  }

  override onunload(): void {
    this.shown.headers.delete(this);
    this.containerEl.replaceWith(this.fence);
  }

  private get path(): string {
    return this.shown.context.sourcePath;
  }

  private nameOf(): string {
    const { block, server } = this.bound;
    return [server ?? block.server, block.tool].filter((part) => part !== undefined && part !== '').join(' › ');
  }

  private showState(): void {
    const status = this.shown.toolyard.runs.statusOf(this.path, this.bound);
    const { at } = this.bound.block.result ?? {};
    const time = status === 'idle' || status === 'pending' || at === undefined ? '' : `, ${toLocalTime(at)}`;
    this.containerEl.dataset['status'] = status;
    this.stateEl?.setText(`${STATES[status]}${time}`);
    this.buttonEl?.setText(status === 'pending' ? 'Stop' : status === 'idle' ? 'Run' : 'Re-run');
  }

  private act(): void {
    const { runs } = this.shown.toolyard;
    this.bound = this.locate() ?? this.bound;
    const { id } = this.bound.block;
    if (runs.statusOf(this.path, this.bound) === 'pending') runs.stop(this.path, id);
    else void runs.run(this.path, ({ block }) => block.id === id);
  }

  /** The result below the block may be another one now; Obsidian renders only what changed, and the block itself did not. */
  private async readAgain(): Promise<void> {
    const { app, toolyard } = this.shown;
    const file = app.vault.getAbstractFileByPath(this.path);
    if (!(file instanceof TFile)) return;
    const note = toolyard.readBlocks({ path: this.path, text: await app.vault.cachedRead(file) });
    this.bound = note.blocks.find(({ block }) => block.id === this.bound.block.id) ?? this.bound;
    this.showState();
  }
}

function toLocalTime(at: string): string {
  return new Date(at).toLocaleString();
}
