import { quoteWord, toVisibleJson } from '@toolyard/core';
import type { Condition, Hook, Trigger } from '@toolyard/hooks';

/** When a hook runs, on one line: `file.saved, paths specs/**, if branch is "main"`. */
export function describeTrigger(trigger: Trigger): string {
  const { event, paths, agent, operation, timing, cron, timeZone, missed, secretEnv, auth, batch } = trigger;
  const conditions = Object.entries(trigger.if ?? {}).map(([name, condition]) => describeCondition(name, condition));
  const parts = [
    event,
    ...(paths === undefined ? [] : [`paths ${paths.map(quoteWord).join(', ')}`]),
    ...describeWords({ agent, operation, timing, cron, 'time zone': timeZone, missed, secretEnv, auth }),
    ...(conditions.length === 0 ? [] : [`if ${conditions.join(' and ')}`]),
    ...(batch === true ? ['once for all changes that settle together'] : []),
  ];
  return parts.join(', ');
}

/** What becomes of events that come while the hook runs; `undefined` where they just wait. */
export function describePolicy({ policy, debounceMs }: Pick<Hook, 'policy' | 'debounceMs'>): string | undefined {
  if (policy === 'queue') return undefined;
  return policy === 'debounce' ? `debounce, after ${debounceMs} ms of quiet` : policy;
}

function describeWords(words: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(words).flatMap(([name, word]) =>
    word === undefined ? [] : [`${name} ${toVisibleJson(word)}`],
  );
}

function describeCondition(name: string, condition: Condition): string {
  const shown = quoteWord(name);
  if (!isOperators(condition)) return `${shown} is ${describeValues(condition)}`;
  const { is, not, matches, exists } = condition;
  const parts = [
    ...(is === undefined ? [] : [`${shown} is ${describeValues(is)}`]),
    ...(not === undefined ? [] : [`${shown} is not ${describeValues(not)}`]),
    ...(matches === undefined ? [] : [`${shown} matches ${quoteWord(matches)}`]),
    ...(exists === undefined ? [] : [`${shown} is ${exists ? 'there' : 'not there'}`]),
  ];
  return parts.length === 0 ? `${shown} is anything` : parts.join(' and ');
}

type Operators = Extract<Condition, { readonly matches?: string }>;

function isOperators(condition: Condition): condition is Operators {
  return typeof condition === 'object' && condition !== null && !Array.isArray(condition);
}

function describeValues(values: unknown): string {
  return Array.isArray(values) ? values.map(toVisibleJson).join(' or ') : toVisibleJson(values);
}
