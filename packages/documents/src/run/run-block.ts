import { toToolId, type ToolCall } from '@toolyard/core';
import type { BoundBlock } from '../bind/binding.ts';
import { explainRefusedArguments } from '../parse/explain-refused-arguments.ts';
import type { IssueCode } from '../parse/note.ts';
import type { BlockOutcome } from '../write/render-result.ts';
import type { RunNoteOptions } from './run-note-options.ts';
import { toBlockOutcome, toFailedOutcome } from './to-block-outcome.ts';

/** Calls the tool of a block; whatever comes of it is an outcome. */
export async function runBlock(
  bound: BoundBlock,
  options: RunNoteOptions,
  { signal, onBegin }: { readonly signal: AbortSignal; onBegin(): void },
): Promise<BlockOutcome> {
  const problems = bound.issues.filter(({ severity }) => severity === 'error');
  if (problems.length > 0 || bound.server === undefined) {
    const { id, range } = bound.block;
    options.onEvent?.({ type: 'block-refused', id, line: range.line, tool: toBlockTool(bound), problems });
    const isUnavailable = problems.every(({ code }) => UNAVAILABLE.has(code));
    return { status: 'error', message: problems.map(({ message }) => message).join('\n'), isUnavailable };
  }
  if (signal.aborted) return toStopped();
  try {
    return toBlockOutcome(await options.caller.call(toCall(bound, bound.server, options), signal, onBegin));
  } catch (error) {
    return toFailedOutcome(error, (message) => explainRefusedArguments(bound.block, message));
  }
}

const UNAVAILABLE: ReadonlySet<IssueCode> = new Set(['server-disabled', 'server-not-found']);

/** `key:tool`, or the bare name where there is no server for it. */
export function toBlockTool({ block, server }: BoundBlock): string {
  const key = server ?? block.server;
  return key === undefined ? block.tool : toToolId(key, block.tool);
}

/** The outcome of a block that was stopped before it began. */
function toStopped(): BlockOutcome {
  return { status: 'cancelled', message: 'Execution stopped by user' };
}

function toCall({ block }: BoundBlock, server: string, options: RunNoteOptions): ToolCall {
  const { onEvent, path, respondent, session } = options;
  const { timeout } = block.options;
  const tool = toToolId(server, block.tool);
  return {
    tool,
    arguments: block.arguments,
    origin: 'document',
    session,
    document: { path, line: block.range.line },
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(respondent === undefined ? {} : { respondent }),
    ...(onEvent === undefined
      ? {}
      : { onProgress: (progress) => onEvent({ type: 'block-progress', id: block.id, tool, progress }) }),
  };
}
