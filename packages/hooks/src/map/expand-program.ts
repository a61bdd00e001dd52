import type { CustomAction } from '../hook/hook.ts';
import { expandText } from './expand-template.ts';
import { expandWord } from './expand-word.ts';

/** The words and variables of a program with everything put in, or everything that is missing, each with its place. */
export type ExpandedProgram =
  | { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  | { readonly problems: readonly string[] };

/**
 * Puts the values of a context into the arguments and the environment of a program; the command itself is no template, and no value
 * makes an option of an argument.
 */
export function expandProgram({ args, env = {} }: CustomAction['parameters'], context: unknown): ExpandedProgram {
  const problems: string[] = [];
  const take = (place: string, expanded: ReturnType<typeof expandText>): string => {
    if ('text' in expanded) return expanded.text;
    problems.push(...expanded.problems.map((problem) => `${place}: ${problem}`));
    return '';
  };
  const values = args.map((arg, index) => take(`args[${index}]`, expandWord(arg, context)));
  const variables = Object.entries(env).map(([name, value]): [string, string] => [
    name,
    take(`env.${name}`, expandText(value, context)),
  ]);
  return problems.length > 0 ? { problems } : { args: values, env: Object.fromEntries(variables) };
}
