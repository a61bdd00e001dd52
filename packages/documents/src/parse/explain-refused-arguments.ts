import type { ToolBlock } from './note.ts';

/** Why the arguments of a block were refused, with a hint where the refusal names one that was meant as an option. */
export function explainRefusedArguments({ likeOptions = [] }: Pick<ToolBlock, 'likeOptions'>, refusal: string): string {
  const meant = likeOptions.map((name) => `"${name}"`).filter((name) => refusal.includes(name));
  if (meant.length === 0) return refusal;
  const what = meant.length === 1 ? `${meant[0]} is an option` : `${meant.join(' and ')} are options`;
  return `${refusal}; ${what} only if the tool's arguments are under "arguments:"`;
}
