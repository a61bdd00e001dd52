import { toVisibleJson, toVisibleLine } from '@toolyard/core';
import { NUMBER_NAMES } from '@toolyard/hooks';
import type { Editor } from '../ports/editor.ts';
import type { PickChoice } from '../ports/pick-choice.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a person can do with the values: go on, change one, or add one. */
type Step = 'continue' | 'add' | { readonly name: string };

/** Lets a person change values of an event one by one, and add others; `undefined` where they leave. */
export async function editValues(
  editor: Pick<Editor, 'pick' | 'input'>,
  { title, values: given }: { readonly title: string; readonly values: Values },
): Promise<Values | undefined> {
  let values = given;
  for (;;) {
    const step = await editor.pick<Step>(toSteps(values), {
      title,
      placeholder: 'Continue, or choose a value to edit',
    });
    if (step === undefined) return undefined;
    if (step === 'continue') return values;
    const name = step === 'add' ? await askName(editor, title) : step.name;
    // Whoever leaves the box is back in the list.
    const text = name === undefined ? undefined : await askValue(editor, title, name, values[name]);
    if (name !== undefined && text !== undefined) values = { ...values, [name]: toEventValue(name, text) };
  }
}

function toSteps(values: Values): readonly PickChoice<Step>[] {
  return [
    { label: 'Continue', description: 'with these values', value: 'continue' },
    ...Object.entries(values).map(([name, value]) => ({
      label: toVisibleLine(name),
      description: toVisibleLine(typeof value === 'string' ? value : toVisibleJson(value)),
      value: { name },
    })),
    { label: 'Add a Value', value: 'add' },
  ];
}

function askName(editor: Pick<Editor, 'input'>, title: string): Promise<string | undefined> {
  const validate = (text: string): string | undefined => {
    if (text.trim() === '') return 'Type the name of a value, such as path or branch.';
    return text === 'event' ? 'The name of the event cannot be changed here.' : undefined;
  };
  return editor.input({ title, prompt: 'The name of the value', validate });
}

function askValue(
  editor: Pick<Editor, 'input'>,
  title: string,
  name: string,
  value: unknown,
): Promise<string | undefined> {
  return editor.input({
    title,
    prompt: `The value of ${toVisibleLine(name)}: text, or JSON for a list or an object`,
    value: typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value),
    validate: (text) => findValueProblem(name, text),
  });
}

/** What is wrong with the text of a value, as it is typed. */
function findValueProblem(name: string, text: string): string | undefined {
  if (NUMBER_NAMES.includes(name) && !/^-?\d{1,15}$/.test(text)) return `${name} is a whole number.`;
  if (isJsonText(text) && parseJsonText(text) === undefined) return 'This is not JSON.';
  if (name === 'data' && !text.startsWith('{')) return 'data is a JSON object, such as {"action": "opened"}.';
  return undefined;
}

function toEventValue(name: string, text: string): unknown {
  if (NUMBER_NAMES.includes(name)) return Number(text);
  if (isJsonText(text)) return parseJsonText(text);
  // Hooks that take a batch rely on a list.
  return name === 'paths' ? [text] : text;
}

/** Numbers and words such as `true` stay texts, as in file names and messages. */
function isJsonText(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
