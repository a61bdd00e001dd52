import { toLine, type ConfigInput } from '@toolyard/core';
import type { BACK, InputStep } from '@toolyard/host';
import type { Editor } from '../ports/editor.ts';

/**
 * Asks for the value of `${input:ID}`, unseen where it is a secret; `undefined` where the person leaves, or has nothing to give, `BACK` where they
 * want to answer the one before again.
 */
export async function askInputValue(
  editor: Pick<Editor, 'askOne' | 'askText'>,
  { id, description, options, password, default: preset }: ConfigInput,
  { signal, step }: { readonly signal: AbortSignal; readonly step: InputStep },
): Promise<string | typeof BACK | undefined> {
  const common = { title: toLine(description ?? id), signal, ...(step.of > 1 && { step }) };
  if (options !== undefined) {
    const first = preset === undefined ? [] : options.filter((option) => option === preset);
    const others = options.filter((option) => !first.includes(option));
    const choices = [...first, ...others].map((value) => ({ label: toLine(value), value }));
    return editor.askOne(choices, { ...common, prompt: `The value of "${toLine(id)}"` });
  }
  // A preset secret is not shown, so it counts where nothing is typed.
  const shown = preset === undefined || password ? {} : { value: preset };
  const prompt = password
    ? `The value of "${toLine(id)}". It is kept in the secret storage of the editor.`
    : `The value of "${toLine(id)}".`;
  const answer = await editor.askText({ ...common, prompt, isSecret: password, ...shown });
  return answer === '' ? preset : answer;
}
