import { toVisibleJson, toVisibleLine } from '@toolyard/core';
import type { EventExplanation } from './explain-event.ts';

/** How the words of an explanation are set apart; plain where absent. */
export type ExplanationPaint = (word: string, kind: 'hook' | 'runs' | 'does not run' | 'fails') => string;

/** What an event means for one hook, in lines: whether it would run and with what, or why not. */
export function describeExplanation(
  explanation: EventExplanation,
  paint: ExplanationPaint = (word) => word,
): readonly string[] {
  const { hook, fires, reason = '', target, problems = [] } = explanation;
  const verdict = fires
    ? `${paint('would run', 'runs')} ${toVisibleLine(target)}`
    : `${paint('would not run', 'does not run')}: ${toVisibleLine(reason)}`;
  return [
    `${paint(toVisibleLine(hook), 'hook')} ${verdict}`,
    ...(explanation.arguments === undefined ? [] : [`  ${toVisibleLine(toVisibleJson(explanation.arguments))}`]),
    ...problems.map((problem) => `  ${paint('would fail', 'fails')}: ${toVisibleLine(problem)}`),
  ];
}
