import { toLine } from '@toolyard/core';
import type { CommandParts } from '../../commands/command-table.ts';
import type { KeptInputs } from './create-kept-inputs.ts';

/** What a person does with a value that is kept. */
type Step = 'forget' | 'change';

/** Lets a person forget or change the answers to inputs that are kept on this device; no value is ever shown. */
export async function forgetInputs(
  { editor, later }: Pick<CommandParts, 'editor' | 'later'>,
  kept: KeptInputs,
): Promise<void> {
  const tell = (message: string): void => later(async () => void (await editor.notify('info', message)));
  const names = kept.list();
  if (names.length === 0) return tell('No answers to inputs are saved on this device.');
  const each = names.map((name) => ({ ...describe(name), value: [name] }));
  const all = { label: 'All of Them', description: `${names.length} saved inputs`, value: names };
  const title = 'Toolyard: Saved Inputs';
  const placeholder = 'Which one? The values themselves are not shown.';
  const chosen = await editor.pick<readonly string[]>(names.length > 1 ? [...each, all] : each, { title, placeholder });
  const [first] = chosen ?? [];
  if (chosen === undefined || first === undefined) return;
  const step = await askStep(editor, chosen);
  if (step === 'change') await change({ editor, tell }, kept, first);
  if (step !== 'forget') return;
  for (const name of chosen) await kept.forget(name);
  const what = chosen.length === 1 ? `The value of "${describe(first).label}" is` : `${chosen.length} values are`;
  tell(`${what} forgotten. You are asked again when you start a server that needs it.`);
}

function askStep(editor: CommandParts['editor'], chosen: readonly string[]): Promise<Step | undefined> {
  const [first = ''] = chosen;
  const title = chosen.length === 1 ? describe(first).label : `${chosen.length} saved inputs`;
  const forget = { label: 'Forget', description: 'You are asked again when it is needed', value: 'forget' as const };
  const other = { label: 'Change', description: 'Enter another value now', value: 'change' as const };
  return editor.pick<Step>(chosen.length === 1 ? [forget, other] : [forget], { title });
}

async function change(
  { editor, tell }: { readonly editor: CommandParts['editor']; tell(message: string): void },
  kept: KeptInputs,
  name: string,
): Promise<void> {
  const { label } = describe(name);
  const prompt = 'It is kept in the secret storage of the editor.';
  // What it is used for is not known here, so it counts as a secret.
  const value = await editor.input({ title: `New value of "${label}"`, prompt, isSecret: true });
  if (value === undefined || value === '') return;
  await kept.keep(name, value);
  tell(`The value of "${label}" is saved. Servers that run get it when they are started again.`);
}

/** `/shop/toolyard.json#token` is the input `token` of that file. */
function describe(name: string): { readonly label: string; readonly description: string } {
  const at = name.lastIndexOf('#');
  return { label: toLine(name.slice(at + 1)), description: toLine(name.slice(0, Math.max(at, 0))) };
}
