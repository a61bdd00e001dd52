import { toLine, type ConfigInput } from '@toolyard/core';
import type { Editor } from '../ports/editor.ts';

/** Asks for the value of `${input:ID}`, unseen where it is a secret; `undefined` where the person leaves, or has nothing to give. */
export async function askInputValue(
  editor: Pick<Editor, 'pick' | 'input'>,
  { id, description, options, password, default: preset }: ConfigInput,
  signal: AbortSignal,
): Promise<string | undefined> {
  const title = toLine(description ?? id);
  if (options !== undefined) {
    const first = preset === undefined ? [] : options.filter((option) => option === preset);
    const others = options.filter((option) => !first.includes(option));
    const choices = [...first, ...others].map((value) => ({ label: toLine(value), value }));
    return editor.pick(choices, { title, placeholder: `The value of "${toLine(id)}"`, signal });
  }
  // A preset secret is not shown, so it counts where nothing is typed.
  const shown = preset === undefined || password ? {} : { value: preset };
  const prompt = password
    ? `The value of "${toLine(id)}". It is kept in the secret storage of the editor.`
    : `The value of "${toLine(id)}".`;
  const answer = await editor.input({ title, prompt, isSecret: password, signal, ...shown });
  return answer === '' ? preset : answer;
}
