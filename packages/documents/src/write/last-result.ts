import type { ResultRegion, ToolBlock } from '../parse/note.ts';
import { hashArguments } from './hash-values.ts';

/** How every failure in a note begins. */
export const FAILURE_START = '> [!failure]';

/** The good output of an earlier run. */
interface LastResult {
  readonly output: string;
  /** As the note says it. */
  readonly time: string;
}

/** Every line of a failure is one of its callout, so what follows an empty line is not the server's. */
const BELOW_FAILURE = /^> \[!failure\][^\n]*\n(?:>[^\n]*\n)*\nLast result, ([^\n]+):\n\n([^]+)$/;

/** A failure with the good output of a result below it, where that has some and is of the same call as the block. */
export function addLastResult(failure: string, block: ToolBlock, result: ResultRegion | undefined): string {
  const last = result !== undefined && isOfCall(block, result) ? findLastResult(result) : undefined;
  return last === undefined ? failure : `${failure}\n\nLast result, ${last.time}:\n\n${last.output}`;
}

/** A block without an `id` of its own has another one when its text changes; one that has keeps it. */
function isOfCall({ id, hash, arguments: values }: ToolBlock, result: ResultRegion): boolean {
  return (result.id === id || result.id.startsWith(hash)) && result.args === hashArguments(values);
}

function findLastResult({ at, output, status }: ResultRegion): LastResult | undefined {
  const own = output.trim() === '' ? undefined : { output, time: at ?? 'at an unknown time' };
  if (status === 'success') return own;
  const [, time, below] = BELOW_FAILURE.exec(output) ?? [];
  if (time !== undefined && below !== undefined) return { output: below, time };
  // A run that did not end has left what stood there before it.
  const isUnended = status === 'pending' || status === 'cancelled';
  return isUnended && !output.startsWith(FAILURE_START) ? own : undefined;
}
