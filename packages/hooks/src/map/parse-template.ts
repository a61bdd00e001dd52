import { checkContextName } from './check-context-name.ts';
import { parseContextPath, type ContextPath } from './parse-context-path.ts';

/** A piece of a template: text as it is, or the place of a value. */
export type TemplatePart = { readonly text: string } | { readonly name: string; readonly path: ContextPath };

/** The pieces of a template in their order. */
export interface Template {
  readonly parts: readonly TemplatePart[];
}

/** Why a text is no template, and at which character (from 0). */
export interface TemplateProblem {
  readonly problem: string;
  readonly offset: number;
}

const TOKEN = /\{\{|\}\}|\{[^{}]*\}|[{}]|[^{}]+/g;

/** Reads a text with values such as `{branch}` or `{result.items[0].id}`; `{{` and `}}` are braces. Never throws. */
export function parseTemplate(text: string): Template | TemplateProblem {
  const parts: TemplatePart[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const part = parseToken(token);
    if (typeof part === 'string') return { problem: part, offset: index };
    const last = parts.at(-1);
    if ('text' in part && last !== undefined && 'text' in last) parts.splice(-1, 1, { text: last.text + part.text });
    else parts.push(part);
  }
  return { parts };
}

function parseToken(token: string): TemplatePart | string {
  if (token === '{{' || token === '}}') return { text: token.charAt(0) };
  if (token === '{') return 'This "{" is never closed; write "{{" for a brace.';
  if (token === '}') return 'This "}" closes nothing; write "}}" for a brace.';
  if (token === '{}') return 'A name is missing between "{" and "}"; write "{{}}" for braces.';
  if (!token.startsWith('{')) return { text: token };
  const name = token.slice(1, -1);
  const problem = checkContextName(name);
  if (problem !== undefined) return problem;
  return { name, path: parseContextPath(name) ?? [] };
}
