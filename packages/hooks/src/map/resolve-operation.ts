import { isJsonObject } from '@toolyard/core';
import { checkParameter, type OperationValues, type ParameterRule, type ParameterRules } from '../hook/operation.ts';
import { expandWord } from './expand-program.ts';
import { expandChatPrompt, expandPrompt } from './expand-prompt.ts';
import { expandTemplate, expandText } from './expand-template.ts';
import { toText } from './to-text.ts';

/** The parameters of an operation with everything put in, or all that is wrong with them, each with its name. */
export type ResolvedOperation = { readonly values: OperationValues } | { readonly problems: readonly string[] };

/** Puts the values of a context into the parameters of an operation, and checks what became of them. */
export function resolveOperation(
  rules: ParameterRules,
  parameters: Readonly<Record<string, unknown>>,
  context: unknown,
): ResolvedOperation {
  const problems: string[] = [];
  const values: [string, OperationValues[string]][] = [];
  for (const [name, rule] of Object.entries(rules)) {
    if (parameters[name] === undefined) continue;
    const resolved = resolveParameter(rule, parameters[name], context);
    // A part of a list or of an object is named with its place: `args[0]: …`.
    if ('problems' in resolved)
      problems.push(...resolved.problems.map((problem) => `${name}${/^[.[]/.test(problem) ? '' : ': '}${problem}`));
    else if (!isEmpty(resolved.value)) values.push([name, resolved.value]);
    else if (rule.required === true) problems.push(`${name}: is empty`);
  }
  if (problems.length > 0) return { problems };
  const given = Object.fromEntries(values);
  const lacking = findLacking(rules, given);
  return lacking === undefined ? { values: given } : { problems: [lacking] };
}

/** A list that values left empty counts as absent. */
function isEmpty(value: OperationValues[string]): boolean {
  return Array.isArray(value) && value.length === 0;
}

function findLacking(rules: ParameterRules, values: OperationValues): string | undefined {
  for (const [name, { requiredUnless: other }] of Object.entries(rules)) {
    if (other !== undefined && values[name] === undefined && values[other] === undefined) {
      return `${name}: is empty, and so is ${other}`;
    }
  }
  return undefined;
}

type Resolved = { readonly value: OperationValues[string] } | { readonly problems: readonly string[] };

function resolveParameter(rule: ParameterRule, written: unknown, context: unknown): Resolved {
  if (rule.kind === 'words') return resolveWords(rule, written, context);
  if (rule.kind === 'variables') return resolveVariables(rule, written, context);
  const expanded = expand(rule, written, context);
  return 'problems' in expanded ? { problems: expanded.problems } : convert(rule, expanded.value);
}

function expand(
  { kind, fixed }: ParameterRule,
  written: unknown,
  context: unknown,
): { readonly value: unknown } | { readonly problems: readonly string[] } {
  if (fixed === true || kind === 'choice') return { value: written };
  if (kind === 'prompt') return expandPrompt(toText(written), context);
  return kind === 'chat' ? expandChatPrompt(toText(written), context) : expandTemplate(written, context);
}

function resolveWords(rule: ParameterRule, written: unknown, context: unknown): Resolved {
  const words = [written].flat().map((word, index) => {
    const expanded = expandWord(toText(word), context);
    return nameProblems(`[${index}]`, 'problems' in expanded ? expanded : toLine(rule, expanded.text));
  });
  return join(words, (values) => values);
}

function resolveVariables(rule: ParameterRule, written: unknown, context: unknown): Resolved {
  const entries = Object.entries(isJsonObject(written) ? written : {});
  const texts = entries.map(([name, text]) => {
    const expanded = expandText(toText(text), context);
    return nameProblems(`.${name}`, 'problems' in expanded ? expanded : toLine(rule, expanded.text));
  });
  return join(texts, (values) => Object.fromEntries(values.map((value, index) => [entries[index]?.[0] ?? '', value])));
}

function nameProblems(place: string, line: Line): Line {
  return 'problems' in line ? { problems: line.problems.map((problem) => `${place}: ${problem}`) } : line;
}

function join(lines: readonly Line[], toValue: (values: readonly string[]) => OperationValues[string]): Resolved {
  const problems = lines.flatMap((line) => ('problems' in line ? line.problems : []));
  if (problems.length > 0) return { problems };
  return { value: toValue(lines.flatMap((line) => ('value' in line ? [line.value] : []))) };
}

function convert(rule: ParameterRule, value: unknown): Resolved {
  switch (rule.kind) {
    case 'lines':
      return toLines(rule, value);
    case 'number':
      return toNumber(value);
    case 'flag':
      return { value: value === true };
    default:
      return toLine(rule, value);
  }
}

type Line = { readonly value: string } | { readonly problems: readonly string[] };

function toLine(rule: ParameterRule, value: unknown): Line {
  const text = value === null ? '' : toText(value);
  const problem = checkParameter(text, rule);
  return problem === undefined ? { value: text } : { problems: [problem] };
}

/** A list inside of the list, which a template can bring, is part of it. */
function toLines(rule: ParameterRule, value: unknown): Resolved {
  const lines = [value].flat(2).map((item) => toLine(rule, item));
  return join(lines, (values) => values);
}

function toNumber(value: unknown): Resolved {
  const number = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return { value: number };
  return { problems: [`must be a whole number of at least 1, not ${toText(value)}`] };
}
