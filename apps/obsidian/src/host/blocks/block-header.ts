import type { BlockRuns, BlockStatus } from '@toolyard/host';
import type { ViewedBlock } from '@toolyard/documents';
import type { BlockFix } from '../../blocks/find-block-fix.ts';

const STATES: Readonly<Record<BlockStatus, string>> = {
  idle: 'Not run yet',
  pending: 'Running',
  success: 'Done',
  error: 'Failed',
  timeout: 'Timed out',
  cancelled: 'Cancelled',
};

/** A block that is shown, wherever that is. */
export interface ShownBlock {
  readonly runs: BlockRuns;
  readonly bound: ViewedBlock;
  /** The path of its note, which may be renamed meanwhile. */
  path(): string;
  /** The block as it is now; `undefined` where it is not shown any more. */
  locate(): ViewedBlock | undefined;
  /** What a person can do so that the block can run. */
  findFix(bound: ViewedBlock): BlockFix | undefined;
}

/** The header of a tool block, the same in every view: what is called, how it stands, and what can be done. */
export class BlockHeader {
  private readonly shown: ShownBlock;
  private readonly blockEl: HTMLElement;
  private readonly toolEl: HTMLElement;
  private readonly stateEl: HTMLElement;
  private readonly buttonEl: HTMLButtonElement;
  private readonly problemEl: HTMLElement;
  private readonly stopListening: () => void;
  private bound: ViewedBlock;

  /** `blockEl` becomes the element of the block, with the header in front. */
  constructor(blockEl: HTMLElement, shown: ShownBlock) {
    this.shown = shown;
    this.bound = shown.bound;
    this.blockEl = blockEl;
    blockEl.addClass('toolyard-block');
    this.problemEl = blockEl.createDiv({ cls: 'toolyard-block-problem', prepend: true });
    const header = blockEl.createDiv({ cls: 'toolyard-block-header', prepend: true });
    this.toolEl = header.createSpan({ cls: 'toolyard-block-tool' });
    this.stateEl = header.createSpan({ cls: 'toolyard-block-state' });
    this.buttonEl = header.createEl('button', { cls: 'toolyard-block-action' });
    this.buttonEl.addEventListener('click', () => this.act());
    this.stopListening = shown.runs.on(() => this.showState());
    this.show(shown.bound);
  }

  /** Shows the block as it is by now. */
  show(bound: ViewedBlock): void {
    this.bound = bound;
    this.toolEl.setText(toBlockName(bound));
    this.showState();
    this.showProblems();
  }

  /** Hears of nothing any more; its elements are left to whoever has them. */
  close(): void {
    this.stopListening();
  }

  private showState(): void {
    const status = this.shown.runs.statusOf(this.shown.path(), this.bound);
    const { at } = this.bound.block.result ?? {};
    const time = status === 'idle' || status === 'pending' || at === undefined ? '' : `, ${toLocalTime(at)}`;
    this.blockEl.dataset['status'] = status;
    this.stateEl.setText(`${STATES[status]}${time}`);
    this.buttonEl.setText(status === 'pending' ? 'Stop' : status === 'idle' ? 'Run' : 'Re-run');
  }

  private showProblems(): void {
    const problems = this.bound.issues.filter(({ severity }) => severity === 'error');
    this.problemEl.empty();
    this.problemEl.toggle(problems.length > 0);
    const messages = this.problemEl.createDiv();
    for (const { message } of problems) messages.createDiv({ text: message });
    const fix = problems.length > 0 ? this.shown.findFix(this.bound) : undefined;
    if (fix === undefined) return;
    const button = this.problemEl.createEl('button', { cls: 'toolyard-block-fix', text: fix.name });
    button.addEventListener('click', () => void fix.apply());
  }

  private act(): void {
    const { runs } = this.shown;
    const path = this.shown.path();
    // Its id is another one when an equal block was put above it.
    const { id } = (this.shown.locate() ?? this.bound).block;
    if (runs.statusOf(path, this.bound) === 'pending') runs.stop(path, id);
    else void runs.run(path, ({ block }) => block.id === id);
  }
}

/** What a block calls, for people: server and tool. */
export function toBlockName({ block, server }: ViewedBlock): string {
  return [server ?? block.server, block.tool].filter((part) => part !== undefined && part !== '').join(' › ');
}

function toLocalTime(at: string): string {
  return new Date(at).toLocaleString();
}
