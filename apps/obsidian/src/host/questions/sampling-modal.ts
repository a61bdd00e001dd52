import { toMessage, toVisibleLine, toVisibleText } from '@toolyard/core';
import type { SampledMessage, SamplingQuestion, SamplingResult } from '@toolyard/host/assistant';
import type { App } from 'obsidian';
import { QuestionModal, type QuestionButton } from './question-modal.ts';

/** What a server wants to ask the model, and then what the model answered: both are sent only when a person approved them. */
export class SamplingModal extends QuestionModal<SamplingResult | undefined> {
  private readonly question: SamplingQuestion;
  private readonly ending = new AbortController();
  private stepEl: HTMLElement | undefined;

  constructor(app: App, question: SamplingQuestion, answered: (answer: SamplingResult | undefined) => void) {
    super(app, undefined, answered);
    this.question = question;
  }

  override onOpen(): void {
    const { server, model, asked } = this.question;
    const name = toVisibleLine(server);
    this.setTitle(`Server "${name}" wants to ask a model`);
    const about = this.contentEl.createEl('p', { text: 'Model: ' });
    about.createEl('strong', { text: model });
    about.appendText(`, at most ${asked.maxTokens} tokens`);
    const listEl = this.contentEl.createDiv({
      cls: 'toolyard-messages',
      attr: { tabindex: 0, role: 'group', 'aria-label': 'What it asks' },
    });
    if (asked.system !== '') showPart(listEl, 'Instructions', { type: 'text', text: asked.system });
    for (const { role, content } of asked.messages) for (const part of content) showPart(listEl, ROLES[role], part);
    this.stepEl = this.contentEl.createDiv();
    this.showStep('', [
      { label: 'Deny', press: () => this.close() },
      { label: 'Approve', isMain: true, press: () => void this.ask() },
    ]);
  }

  override onClose(): void {
    this.ending.abort();
    super.onClose();
  }

  private showStep(problem: string, buttons: readonly QuestionButton[]): HTMLElement | undefined {
    const { stepEl } = this;
    if (stepEl === undefined) return undefined;
    stepEl.empty();
    const shown = stepEl.createDiv();
    stepEl.createDiv({ cls: 'toolyard-form-problem', text: problem, attr: { role: 'alert' } });
    this.addButtons(stepEl, buttons);
    stepEl.find('button')?.focus();
    return shown;
  }

  private async ask(): Promise<void> {
    const { signal } = this.ending;
    const { model } = this.question;
    const shown = this.showStep('', [{ label: 'Stop', press: () => this.close() }]);
    shown?.createDiv({ cls: 'toolyard-message-role', text: `${model} answers…` });
    const answerEl = shown?.createDiv('toolyard-quote');
    try {
      const result = await this.question.ask({ signal, onText: (text) => answerEl?.setText(text) });
      this.review(result);
    } catch (error) {
      if (signal.aborted) return;
      this.showStep(toMessage(error), [
        { label: 'Deny', press: () => this.close() },
        { label: 'Ask again', isMain: true, press: () => void this.ask() },
      ]);
    }
  }

  private review(result: SamplingResult): void {
    const server = toVisibleLine(this.question.server);
    const shown = this.showStep('', [
      { label: 'Deny', press: () => this.close() },
      { label: 'Approve', isMain: true, press: () => this.finish(result) },
    ]);
    if (shown === undefined) return;
    this.setTitle(`Send this answer to server "${server}"?`);
    const cut = result.stopReason === 'maxTokens' ? ', cut at the limit of tokens' : '';
    showPart(shown, `Answer of ${result.model}${cut}`, result.content);
  }
}

const ROLES = { user: 'User', assistant: 'Assistant, as the server has it' } as const;

/** All of it, however long, and every character of it: a person decides about what is sent. */
function showPart(listEl: HTMLElement, title: string, part: SampledMessage['content'][number]): void {
  listEl.createDiv({ cls: 'toolyard-message-role', text: title });
  if (part.type === 'text') {
    listEl.createDiv({ cls: 'toolyard-quote', text: toVisibleText(part.text) });
    return;
  }
  const { mimeType, data } = part;
  const attr = { src: `data:${mimeType};base64,${data}`, alt: `An image that cannot be shown (${mimeType})` };
  listEl.createEl('img', { cls: 'toolyard-message-image', attr });
}
