import { matchText } from '@toolyard/core';
import type { Condition, ConditionOperators, Plain } from '../hook/hook.ts';
import { parseContextPath } from '../map/parse-context-path.ts';
import { readValue } from '../map/read-value.ts';
import { toText } from '../map/to-text.ts';
import { toShownText, type Quote } from './quote-value.ts';

/** Why a condition on a context value does not hold; a list holds what one of its items holds. */
export function findFailedCondition(
  name: string,
  condition: Condition,
  { context, quote }: { readonly context: unknown; readonly quote: Quote },
): string | undefined {
  const path = parseContextPath(name);
  const value = path === undefined ? undefined : readValue(context, path);
  const operators = isOperators(condition) ? condition : { is: condition };
  const show = (shown: unknown): string => quote(name, shown);
  const failed = CHECKS.map((check) => check(operators, value, show)).find((reason) => reason !== undefined);
  return failed === undefined ? undefined : `${name} ${failed}`;
}

type Show = (value: unknown) => string;

type Check = (operators: ConditionOperators, value: unknown, show: Show) => string | undefined;

const CHECKS: readonly Check[] = [
  ({ exists }, value, show) => {
    if (exists === undefined || exists === (value !== undefined)) return undefined;
    return exists ? 'has no value' : `is ${show(value)}, and must not be there`;
  },
  ({ is }, value, show) => {
    if (is === undefined || isOneOf(value, is)) return undefined;
    return value === undefined ? 'has no value' : `is ${show(value)}, not ${quoteWanted(is, show)}`;
  },
  ({ not }, value, show) => {
    if (not === undefined || !isOneOf(value, not)) return undefined;
    return `is ${show(value)}, and may not be ${quoteWanted(not, show)}`;
  },
  ({ matches }, value, show) => {
    if (matches === undefined) return undefined;
    if (value === undefined) return 'has no value';
    const isMatch = toList(value).some((item) => matchText(matches, toText(item)));
    return isMatch ? undefined : `is ${show(value)}, which does not match ${toShownText(matches)}`;
  },
];

function isOperators(condition: Condition): condition is ConditionOperators {
  return typeof condition === 'object' && condition !== null && !Array.isArray(condition);
}

function isOneOf(value: unknown, wanted: Plain | readonly Plain[]): boolean {
  const choices = toList(wanted);
  return toList(value).some((item) => choices.includes(item));
}

function quoteWanted(wanted: Plain | readonly Plain[], show: Show): string {
  const choices = toList(wanted).map(show);
  return choices.length > 1 ? `one of ${choices.join(', ')}` : choices.join('');
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
