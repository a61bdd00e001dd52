import type { CustomAction } from '../hook/hook.ts';
import { expandText } from './expand-template.ts';
import type { ContextPath } from './parse-context-path.ts';
import { parseTemplate, type TemplatePart } from './parse-template.ts';
import { readValue } from './read-value.ts';
import { toText } from './to-text.ts';

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

/**
 * A template as a word of a command line, which is an option only where the template itself begins like one: a path that begins with
 * `-`, or with the `+` or `@` that some programs act on, gets `./` before it; another value that begins with `-` is a problem.
 */
export function expandWord(
  template: string,
  context: unknown,
): { readonly text: string } | { readonly problems: readonly string[] } {
  const expanded = expandText(template, context);
  if ('problems' in expanded || !/^[-+@]/.test(expanded.text)) return expanded;
  const first = findFirst(template, context);
  if (first === undefined || 'text' in first) return expanded;
  if (isFilePath(first.path)) return { text: `./${expanded.text}` };
  return expanded.text.startsWith('-') ? { problems: [explainOption(first.name)] } : expanded;
}

/** The part that the text begins with: values before it may be empty. */
function findFirst(template: string, context: unknown): TemplatePart | undefined {
  const parsed = parseTemplate(template);
  const parts = 'parts' in parsed ? parsed.parts : [];
  return parts.find((part) => ('text' in part ? part.text : toText(readValue(context, part.path))) !== '');
}

/** Whether a value is the path of a file, from the workspace. */
function isFilePath([root, ...rest]: ContextPath): boolean {
  if (root === 'path' || root === 'oldPath') return rest.length === 0;
  return root === 'paths' && rest.length === 1;
}

function explainOption(name: string): string {
  return `"${name}" starts with "-", so the program would read it as an option; put something before it, such as "--name={${name}}"`;
}
