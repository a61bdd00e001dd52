import { toVisibleLine } from '@toolyard/core';
import {
  decideTicked,
  describeArguments,
  tickCalls,
  type ApprovalRequest,
  type Decision,
} from '@toolyard/host/assistant';
import { Modal, Setting, type App } from 'obsidian';
import { describeAsked } from '../../assistant/describe-asked.ts';
import type { AskedCalls } from '../../ports/assistant-app.ts';
import { askWhileLoaded } from '../lifecycle/ask-while-loaded.ts';

type Decisions = ReadonlyMap<string, Decision>;

/** Asks about all calls that a model wants to make at the same time; closed in any other way than by a button they are denied. */
export function openCallsModal(app: App, asked: AskedCalls, signal: AbortSignal): Promise<Decisions> {
  return askWhileLoaded(signal, (answer: (given: Decisions) => void) => new CallsModal(app, asked, answer));
}

class CallsModal extends Modal {
  private readonly asked: AskedCalls;
  private readonly ticked: Set<ApprovalRequest>;
  private readonly answer: (given: Decisions) => void;
  private decided: Decisions = new Map();

  constructor(app: App, asked: AskedCalls, answer: (given: Decisions) => void) {
    super(app);
    this.asked = asked;
    this.ticked = tickCalls(asked.calls);
    this.answer = answer;
  }

  override onOpen(): void {
    const { calls } = this.asked;
    this.modalEl.addClass('toolyard-calls');
    this.setTitle(calls.length === 1 ? 'Allow this call?' : `Allow these ${calls.length} calls?`);
    this.contentEl.createEl('p', { text: describeAsked(this.asked) });
    for (const call of calls) this.showCall(call);
    this.showButtons();
  }

  override onClose(): void {
    this.contentEl.empty();
    this.answer(this.decided);
  }

  private showCall(call: ApprovalRequest): void {
    const row = this.contentEl.createDiv('toolyard-call');
    const label = row.createEl('label', 'toolyard-call-name');
    const box = label.createEl('input', { type: 'checkbox' });
    box.checked = this.ticked.has(call);
    box.addEventListener('change', () => {
      if (box.checked) this.ticked.add(call);
      else this.ticked.delete(call);
    });
    label.createSpan({ cls: 'toolyard-call-tool', text: toVisibleLine(call.tool) });
    label.createSpan({ cls: 'toolyard-call-server', text: `server ${toVisibleLine(call.server)}` });
    if (call.isDestructive) {
      label.createSpan({ cls: 'toolyard-call-warning', text: 'may destroy something, so it is asked about each time' });
    }
    const lines = describeArguments(call);
    row.createEl('pre', {
      cls: 'toolyard-call-arguments',
      text: lines.length === 0 ? 'no arguments' : lines.join('\n'),
      attr: { tabindex: 0, role: 'group', 'aria-label': `Arguments of ${toVisibleLine(call.tool)}` },
    });
  }

  private showButtons(): void {
    const row = new Setting(this.contentEl).setClass('toolyard-dialog-buttons');
    const add = (text: string, decision: Decision): void =>
      void row.addButton((button) => {
        button.setButtonText(text).onClick(() => this.decide(decision));
        if (decision === 'once') button.setCta();
      });
    add('Deny', 'denied');
    add('Always for these servers', 'always-server');
    add('Always for these tools', 'always-tool');
    add('Approve', 'once');
  }

  private decide(decision: Decision): void {
    this.decided = decideTicked(this.asked.calls, this.ticked, decision);
    this.close();
  }
}
