import { joinSignals, ToolyardError, type ToolCall, type ToolOutcome } from '@toolyard/core';
import { createTerminalRespondent } from '../question/create-terminal-respondent.ts';
import { canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { CALLS_STOPPED } from '../terminal/render-calls.ts';
import { showProgress } from '../terminal/show-progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { YardUse } from '../yard/with-yard.ts';

/** What a call gave, and whether the person wanted out at a question of its server. */
export interface TerminalOutcome {
  readonly outcome: ToolOutcome;
  readonly isInterrupted: boolean;
}

/** How long a server that was told that its question is cancelled may take to end its call properly. */
const GRACE_MS = 2000;

/** Makes one call, shows how far it is, and lets its server ask the person at the terminal. */
export async function callAtTerminal(
  { yard, signal }: Pick<YardUse, 'yard' | 'signal'>,
  context: CommandContext,
  { request, json }: { readonly request: ToolCall; readonly json: boolean },
): Promise<TerminalOutcome> {
  const progress = showProgress(context, request.tool);
  const stop = new AbortController();
  const given = joinSignals(signal, stop.signal);
  let grace: NodeJS.Timeout | undefined;
  const respondent = createTerminalRespondent(context, {
    progress,
    silence: findSilence(context.terminal, json),
    onInterrupt: () => (grace = setTimeout(() => stop.abort(), GRACE_MS)),
  });
  const call = { ...request, respondent, onProgress: progress.onProgress };
  try {
    const outcome = await yard.caller.call(call, given.signal);
    return { outcome, isInterrupted: grace !== undefined };
  } catch (error) {
    if (given.signal.aborted) throw toInterrupted(error);
    throw yard.calls.isStopped() ? explainStop(error) : explainTimeout(error, request.tool);
  } finally {
    clearTimeout(grace);
    given.release();
    progress.stop();
  }
}

/** Why nobody can be asked; `undefined` where somebody can. */
function findSilence(terminal: Terminal, json: boolean): string | undefined {
  if (!canAsk(terminal)) return 'there is no terminal to ask on';
  // A program reads the result, and a person at its terminal would not expect questions of another one.
  return json && terminal.stdout.isTTY !== true ? '--json in a pipe asks no questions' : undefined;
}

/** A call can be cancelled by others too; only the person at this terminal interrupts the command. */
function toInterrupted(error: unknown): unknown {
  if (!ToolyardError.is(error) || error.code !== 'call-cancelled') return error;
  return new ToolyardError('interrupted', error.message, { cause: error });
}

function explainStop(error: unknown): unknown {
  if (!ToolyardError.is(error) || error.code !== 'call-cancelled') return error;
  return new ToolyardError('call-cancelled', `${error.message}\n${CALLS_STOPPED}`, { cause: error });
}

function explainTimeout(error: unknown, tool: string): unknown {
  // A question that nobody answered has the same code, and says itself what to do.
  if (!ToolyardError.is(error) || !error.message.startsWith('Execution timeout')) return error;
  const message = `${error.message}\n${tool} did not answer in that time. Use --timeout MS to wait longer.`;
  return new ToolyardError('call-timeout', message, { cause: error });
}
