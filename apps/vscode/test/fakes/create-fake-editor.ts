import type { Editor } from '../../src/ports/editor.ts';

/** An editor whose person gives the answers that are lined up, in their order; leaves where there is none. */
export interface FakeEditor extends Editor {
  /** Everything that was shown or asked, e.g. `confirm: Delete hook "a"?`. */
  readonly shown: string[];
  /** What the person will choose: the label of a choice, a button, or the text of an input. */
  readonly answers: (string | undefined)[];
}

/** Creates one. */
export function createFakeEditor(...answers: readonly (string | undefined)[]): FakeEditor {
  const shown: string[] = [];
  const left = [...answers];
  return {
    shown,
    answers: left,
    async pick(choices, { title }) {
      shown.push(`pick: ${title}: ${choices.map(({ label }) => label).join(', ')}`);
      const label = left.shift();
      return choices.find((choice) => choice.label === label)?.value;
    },
    async input({ title, validate }) {
      const text = left.shift();
      const problem = text === undefined ? undefined : validate?.(text);
      shown.push(`input: ${title}${problem === undefined ? '' : ` (${problem})`}`);
      return problem === undefined ? text : undefined;
    },
    async confirm(message, detail, ...buttons) {
      shown.push(`confirm: ${message}\n${detail}`);
      const button = left.shift();
      return buttons.find((each) => each === button);
    },
    async notify(level, message, ...buttons) {
      shown.push(`${level}: ${message}`);
      const button = buttons.length === 0 ? undefined : left.shift();
      return buttons.find((each) => each === button);
    },
    async openFile(file, place) {
      shown.push(`open: ${file}${place === undefined ? '' : `:${place.line}:${place.column}`}`);
    },
    async showText({ title, text }) {
      shown.push(`text: ${title}\n${text}`);
    },
    async showDifference({ title, before, after }) {
      shown.push(`difference: ${title}\n${before}\n---\n${after}`);
    },
    async copy(text) {
      shown.push(`copy: ${text}`);
    },
    async execute(command) {
      shown.push(`execute: ${command}`);
    },
    withProgress: (_title, work) => work(new AbortController().signal),
  };
}
