import type { ApprovalRequest, Decision } from '@toolyard/assistant';
import { cutText, toVisibleJson, toVisibleLine } from '@toolyard/core';

/** The most characters of one argument that are shown. */
const MOST_SHOWN = 5000;

/** The calls that are ticked when people are asked: among others, one that may destroy something is easily overlooked. */
export function tickCalls(calls: readonly ApprovalRequest[]): Set<ApprovalRequest> {
  return new Set(calls.filter(({ isDestructive }) => !isDestructive || calls.length === 1));
}

/** Each argument on one line and with every character visible, so that no value can look like another line. */
export function describeArguments({ arguments: given }: ApprovalRequest): readonly string[] {
  return Object.entries(given).map(([name, value]) => {
    const text = toVisibleJson(value);
    const left = text.length - MOST_SHOWN;
    const rest = left > 0 ? ` (${left} more characters are not shown)` : '';
    return `${toVisibleLine(name)}: ${cutText(text, MOST_SHOWN)}${rest}`;
  });
}

/** What a person decided about the calls that are ticked; the others are denied. */
export function decideTicked(
  calls: readonly ApprovalRequest[],
  ticked: ReadonlySet<ApprovalRequest>,
  decision: Decision,
): ReadonlyMap<string, Decision> {
  return new Map(calls.map((call) => [call.id, ticked.has(call) ? decision : 'denied']));
}
