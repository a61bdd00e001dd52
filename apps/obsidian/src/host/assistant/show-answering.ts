import { Notice, type Plugin } from 'obsidian';
import { toNoteName } from '../../assistant/describe-asked.ts';
import type { NoteAnswers, RunningAnswer } from '../../assistant/plugin-assistant.ts';

/** Shows a notice with Stop for each answer that is being written, for as long as it is. */
export function showAnswering(plugin: Plugin, answers: NoteAnswers): void {
  const shown = new Map<string, { readonly notice: Notice; readonly textEl: HTMLElement }>();

  function show({ path }: RunningAnswer): HTMLElement {
    const content = createFragment();
    const textEl = content.createDiv({ attr: { role: 'status' } });
    const button = content.createEl('button', { cls: 'toolyard-notice-action', text: 'Stop' });
    button.setAttribute('aria-description', `Ends the answer in ${path}`);
    const notice = new Notice(content, 0);
    notice.messageEl.addClass('toolyard-answering');
    button.addEventListener('click', () => answers.stop(path));
    shown.set(path, { notice, textEl });
    return textEl;
  }

  function follow(): void {
    const running = answers.list();
    for (const [path, { notice }] of shown) {
      if (running.some((answer) => answer.path === path)) continue;
      notice.hide();
      shown.delete(path);
    }
    for (const answer of running) (shown.get(answer.path)?.textEl ?? show(answer)).setText(describeAnswer(answer));
  }

  plugin.register(answers.on(follow));
  plugin.register(() => shown.forEach(({ notice }) => notice.hide()));
}

function describeAnswer({ path, model, calls }: RunningAnswer): string {
  const note = toNoteName(path);
  if (model === undefined) return `Preparing an answer in "${note}"`;
  const what = calls.length === 0 ? 'is answering' : `calls ${calls.join(', ')}`;
  return `${model} ${what} in "${note}"`;
}
