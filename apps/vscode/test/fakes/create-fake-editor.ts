import { BACK } from '@toolyard/host';
import type { Editor } from '../../src/ports/editor.ts';
import type { StepDialogs, StepOptions } from '../../src/ports/step-dialogs.ts';

/** The answer of a person who wants the question before. */
export const GO_BACK = '← Back';

/** An editor whose person gives the answers that are lined up, in their order; leaves where there is none. */
export interface FakeEditor extends Editor {
  /** Everything that was shown or asked, e.g. `confirm: Delete hook "a"?`. */
  readonly shown: string[];
  /** What the person will choose: the label of a choice (several with commas), a button, the text of an input, or `GO_BACK`. */
  readonly answers: (string | undefined)[];
}

/** Creates one. */
export function createFakeEditor(...answers: readonly (string | undefined)[]): FakeEditor {
  const shown: string[] = [];
  const left = [...answers];
  return {
    shown,
    answers: left,
    ...createFakeSteps(shown, left),
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
    async openPage(url) {
      shown.push(`page: ${url}`);
      return true;
    },
    async saveFile(name, content) {
      shown.push(`save: ${name}, ${content.length} bytes`);
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

function createFakeSteps(shown: string[], left: (string | undefined)[]): StepDialogs {
  return {
    async askText({ validate, isSecret, ...options }) {
      const text = left.shift();
      const problem = text === undefined || text === GO_BACK ? undefined : validate?.(text);
      const secret = isSecret === true ? ' (hidden)' : '';
      shown.push(`input: ${toHead(options)}${secret}${problem === undefined ? '' : ` (${problem})`}`);
      if (text === GO_BACK) return BACK;
      return problem === undefined ? text : undefined;
    },
    async askOne(choices, options) {
      shown.push(`one: ${toHead(options)}: ${choices.map(({ label }) => label).join(', ')}`);
      const label = left.shift();
      return label === GO_BACK ? BACK : choices.find((choice) => choice.label === label)?.value;
    },
    async askMany(choices, { validate, chosen, ...options }) {
      const label = left.shift();
      const picked = choices.filter((choice) => label?.split(',').includes(choice.label)).map(({ value }) => value);
      const problem = validate(picked);
      shown.push(`many: ${toHead(options)} [${chosen.join(', ')}]${problem === undefined ? '' : ` (${problem})`}`);
      if (label === GO_BACK) return BACK;
      return problem === undefined && label !== undefined ? picked : undefined;
    },
  };
}

function toHead({ title, step }: StepOptions): string {
  return step === undefined ? title : `${title} ${step.number}/${step.of}`;
}
