import { isRepeatableTool, ToolyardError, toToolId, type ToolyardErrorCode } from '@toolyard/core';
import type { McpAction } from '../hook/hook.ts';
import { resolveArguments } from '../map/resolve-arguments.ts';
import { fromError, fromOutcome, toUnreached, toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import type { OpenRun } from './open-run.ts';
import { toCaller } from './to-caller.ts';

/** Calls the tool of a run; `undefined` where the run was given up before. */
export async function runMcpAction(
  { parameters }: McpAction,
  run: OpenRun,
  steps: ActionSteps,
): Promise<ActionEnd | undefined> {
  const { yard, obstacle } = steps;
  const { serverId, toolName, parameterMappings } = parameters;
  const refuse = (code: ToolyardErrorCode, end: ActionEnd): ActionEnd => {
    const call = { tool: toToolId(serverId, toolName), ...toCaller(run) };
    yard.noteRefusal(call, new ToolyardError(code, end.reason ?? ''));
    return end;
  };
  const reason = obstacle(serverId);
  if (reason !== undefined) return refuse('server-unavailable', toUnreached(reason));
  const tool = yard.tool(serverId, toolName);
  if (tool === undefined) {
    return refuse('tool-not-found', toWrong(`server "${serverId}" has no tool "${toolName}"`));
  }
  const resolved = resolveArguments(parameterMappings, run.event.context, tool['inputSchema']);
  if ('problems' in resolved) {
    const all = resolved.problems.map(({ toolParam, message }) => `${toolParam}: ${message}`).join('; ');
    return refuse('arguments-invalid', toWrong(all));
  }
  if (!(await steps.begin(isRepeatableTool(tool)))) return undefined;
  const end = await call(parameters, { run, steps, arguments: resolved.arguments });
  return { ...end, arguments: resolved.arguments };
}

interface Calling {
  readonly run: OpenRun;
  readonly steps: ActionSteps;
  readonly arguments: Readonly<Record<string, unknown>>;
}

async function call(
  { serverId, toolName, timeout }: McpAction['parameters'],
  { run, steps: { yard }, arguments: values }: Calling,
): Promise<ActionEnd> {
  const { id } = run.plan;
  let attempts = 1;
  const unlisten = yard.onAttempt(id, (count, sentAt) => {
    attempts = count;
    // What changes while it waits for its server is not its doing.
    if (sentAt !== undefined) run.acting?.acts(sentAt);
  });
  try {
    const outcome = await yard.caller.call(
      {
        tool: toToolId(serverId, toolName),
        arguments: values,
        ...toCaller(run),
        timeoutMs: timeout,
      },
      run.controller.signal,
    );
    return fromOutcome(outcome, attempts);
  } catch (error) {
    return fromError(error, attempts);
  } finally {
    unlisten();
  }
}
