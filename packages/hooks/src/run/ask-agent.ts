import { joinSignals, orAborted, parseToolId, toMessage, ToolyardError, type ToolCall } from '@toolyard/core';
import { AGENT_TURNS } from '../hook/agent-actions.ts';
import { allowListOf } from '../hook/allow-list-of.ts';
import type { AgentAction } from '../hook/hook.ts';
import type { OperationValues } from '../hook/operation.ts';
import { findText, readText } from '../hook/read-values.ts';
import { explainForbidden, serversOfList } from '../hook/tool-allow-list.ts';
import { EVENT_RULE } from '../map/expand-prompt.ts';
import { fromError, toSkipped, toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import type { AgentAnswer, AgentTask } from './agent-runner.ts';
import type { OpenRun } from './open-run.ts';
import { toCaller } from './to-caller.ts';

/** An `agent` action with everything put in. */
export interface Asked {
  readonly action: AgentAction;
  readonly values: OperationValues;
  readonly timeoutMs: number;
}

/** Asks a model; `undefined` where the run was given up before. */
export async function askAgent(asked: Asked, run: OpenRun, steps: ActionSteps): Promise<ActionEnd | undefined> {
  const { signal } = run.controller;
  const servers = serversOfList(allowListOf(asked.action));
  const started = Promise.all(servers.map((server) => steps.ready(server, run.queuedAt)));
  await orAborted(started, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted) return undefined;
  // Without one of its tools a model would do something else than the task.
  const reason = servers.map((server) => steps.obstacle(server)).find((obstacle) => obstacle !== undefined);
  if (reason !== undefined) return toSkipped(reason);
  if (!(await steps.begin(false))) return undefined;
  const unlisten = followCalls(run, steps);
  try {
    return await askInTime(toTask(asked, servers, run, steps), asked.timeoutMs, run, steps);
  } finally {
    unlisten();
  }
}

/** A model changes nothing before its first call. */
function followCalls(run: OpenRun, { yard }: ActionSteps): () => void {
  let hasActed = false;
  run.acting?.acts(Infinity);
  return yard.onAttempt(run.plan.id, (_, sentAt) => {
    if (sentAt === undefined || hasActed) return;
    hasActed = true;
    run.acting?.acts(sentAt);
  });
}

async function askInTime(
  task: AgentTask,
  timeoutMs: number,
  run: OpenRun,
  { agent, clock }: ActionSteps,
): Promise<ActionEnd> {
  const late = new AbortController();
  const stopClock = clock.after(timeoutMs, () => late.abort(new ToolyardError('call-timeout', 'Out of time')));
  const joined = joinSignals(run.controller.signal, late.signal);
  try {
    const answer = await agent.ask(task, joined.signal);
    return { ...toEnd(answer, late.signal.aborted, timeoutMs), ...toResult(answer) };
  } catch (error) {
    if (joined.signal.aborted) return toStopped('Execution stopped', late.signal.aborted, timeoutMs);
    if (!ToolyardError.is(error)) throw error;
    return toWrong(toMessage(error));
  } finally {
    joined.release();
    stopClock();
  }
}

function toTask({ action, values }: Asked, servers: readonly string[], run: OpenRun, steps: ActionSteps): AgentTask {
  const [model, turns] = [findText(values, 'model'), values['turns']];
  const list = allowListOf(action);
  const caller = toCaller(run);
  return {
    id: run.plan.id,
    prompt: readText(values, 'prompt'),
    system: [readText(values, 'system'), EVENT_RULE].filter((part) => part !== '').join('\n\n'),
    ...(model === undefined ? {} : { model }),
    servers,
    turns: typeof turns === 'number' ? turns : AGENT_TURNS.default,
    session: caller.session,
    explainForbidden: (tool) => explainForbidden(list, tool),
    refusal: () => steps.refusal(),
    caller: { call: (call, signal) => callFor({ ...call, ...caller }, steps, signal) },
    noteRefusal: async (call, why) => steps.yard.noteRefusal({ ...call, ...caller }, why),
  };
}

/** A call within the limits of its server, which learn from how it ends. */
async function callFor(
  call: ToolCall,
  { yard, obstacle, enter, slots }: ActionSteps,
  signal: AbortSignal,
): ReturnType<ActionSteps['yard']['caller']['call']> {
  const server = parseToolId(call.tool)?.server ?? '';
  const release = await slots.take(server, signal);
  try {
    const reason = obstacle(server);
    if (reason !== undefined) throw new ToolyardError('server-unavailable', `${call.tool} was not called: ${reason}`);
    const leave = enter(server);
    const outcome = await yard.caller.call(call, signal).catch((error: unknown) => {
      leave(fromError(error, 1).reaction);
      throw error;
    });
    leave('answered');
    return outcome;
  } finally {
    release();
  }
}

function toEnd({ end, message }: AgentAnswer, isLate: boolean, timeoutMs: number): ActionEnd {
  if (end === 'stop') return { status: 'success', attempts: 1 };
  const reason = message ?? 'the model gave no answer';
  return end === 'stopped' ? toStopped(reason, isLate, timeoutMs) : { status: 'error', reason, attempts: 1 };
}

function toStopped(reason: string, isLate: boolean, timeoutMs: number): ActionEnd {
  if (isLate) return { status: 'timeout', reason: `Execution timeout after ${timeoutMs} ms`, attempts: 1 };
  return { status: 'cancelled', reason, attempts: 1 };
}

function toResult({ model, end, text, calls, usage, notices }: AgentAnswer): Pick<ActionEnd, 'result' | 'text'> {
  const told = notices.length === 0 ? {} : { notices };
  const result = { text, reason: end, model, calls, usage, ...told };
  return text === '' ? { result } : { result, text };
}
