import { joinSignals, orAborted, toMessage, ToolyardError } from '@toolyard/core';
import { findText, readText } from '../hook/read-values.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import type { Asked } from './ask-agent.ts';
import type { OpenRun } from './open-run.ts';

/** Why a prompt for a chat goes nowhere. */
const NO_CHAT =
  'There is no chat where this hook runs, only in an editor. Stop "toolyard hooks watch" or "toolyard up" here and let the editor run the hooks.';

/** Sends the prompt of a run to the chat of the editor, whose answer is not waited for; `undefined` where the run was given up before. */
export async function sendToChat(
  { values, timeoutMs }: Asked,
  run: OpenRun,
  { agent, clock, begin }: ActionSteps,
): Promise<ActionEnd | undefined> {
  const { chat } = agent;
  if (chat === undefined) return toWrong(NO_CHAT);
  // A prompt that was sent twice would be answered twice.
  if (!(await begin(false))) return undefined;
  const mode = findText(values, 'mode');
  const late = new AbortController();
  const stopClock = clock.after(timeoutMs, () => late.abort(new ToolyardError('call-timeout', 'Out of time')));
  const joined = joinSignals(run.controller.signal, late.signal);
  try {
    await orAborted(
      chat({ prompt: readText(values, 'prompt'), ...(mode === undefined ? {} : { mode }) }),
      joined.signal,
    );
    return { status: 'success', attempts: 1 };
  } catch (error) {
    if (late.signal.aborted) {
      return { status: 'timeout', reason: `Execution timeout after ${timeoutMs} ms`, attempts: 1 };
    }
    if (joined.signal.aborted) return { status: 'cancelled', reason: 'Execution stopped', attempts: 1 };
    return { status: 'error', reason: `The chat did not take the prompt: ${toMessage(error)}`, attempts: 1 };
  } finally {
    joined.release();
    stopClock();
  }
}
