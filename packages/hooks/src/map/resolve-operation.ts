import { checkParameter, type OperationValues, type ParameterRule, type ParameterRules } from '../hook/operation.ts';
import { expandTemplate } from './expand-template.ts';
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
    if ('problems' in resolved) problems.push(...resolved.problems.map((problem) => `${name}: ${problem}`));
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
  const isTemplate = rule.fixed !== true && rule.kind !== 'choice';
  const expanded = isTemplate ? expandTemplate(written, context) : { value: written };
  return 'problems' in expanded ? { problems: expanded.problems } : convert(rule, expanded.value);
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

function toLine(rule: ParameterRule, value: unknown): { readonly value: string } | { readonly problems: string[] } {
  const text = value === null ? '' : toText(value);
  const problem = checkParameter(text, rule);
  return problem === undefined ? { value: text } : { problems: [problem] };
}

/** A list inside of the list, which a template can bring, is part of it. */
function toLines(rule: ParameterRule, value: unknown): Resolved {
  const lines = [value].flat(2).map((item) => toLine(rule, item));
  const problems = lines.flatMap((line) => ('problems' in line ? line.problems : []));
  if (problems.length > 0) return { problems };
  return { value: lines.flatMap((line) => ('value' in line ? [line.value] : [])) };
}

function toNumber(value: unknown): Resolved {
  const number = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return { value: number };
  return { problems: [`must be a whole number of at least 1, not ${toText(value)}`] };
}
