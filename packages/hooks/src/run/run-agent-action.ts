import type { AgentAction } from '../hook/hook.ts';
import { findText, readText, readItems, readVariables } from '../hook/read-values.ts';
import { rulesOf } from '../hook/rules-of.ts';
import { resolveOperation } from '../map/resolve-operation.ts';
import { toWrong, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import { askAgent, type Asked } from './ask-agent.ts';
import { sendToChat } from './send-to-chat.ts';
import type { OpenRun } from './open-run.ts';
import { fromProgramEnd } from './run-custom-action.ts';
import { toChainVariable } from './to-chain-variable.ts';

/** Asks the model of a run, or runs its agent; `undefined` where the run was given up before. */
export async function runAgentAction(
  action: AgentAction,
  run: OpenRun,
  steps: ActionSteps,
): Promise<ActionEnd | undefined> {
  const resolved = resolveOperation(rulesOf(action), action.parameters, run.event.context);
  if ('problems' in resolved) return toWrong(resolved.problems.join('; '));
  const { operation, timeout } = action.parameters;
  const given = { arguments: { operation, ...resolved.values } };
  const end = await perform({ action, values: resolved.values, timeoutMs: timeout }, run, steps);
  return end === undefined ? undefined : { ...given, ...end };
}

function perform(asked: Asked, run: OpenRun, steps: ActionSteps): Promise<ActionEnd | undefined> {
  switch (asked.action.parameters.operation) {
    case 'ask':
      return askAgent(asked, run, steps);
    case 'chat':
      return sendToChat(asked, run, steps);
    default:
      return runProgram(asked, run, steps);
  }
}

async function runProgram(
  { values, timeoutMs }: Asked,
  run: OpenRun,
  { programs, begin }: ActionSteps,
): Promise<ActionEnd | undefined> {
  if (!(await begin(false))) return undefined;
  const [cwd, input] = [findText(values, 'cwd'), findText(values, 'input')];
  const end = await programs.run(
    {
      command: readText(values, 'command'),
      args: readItems(values, 'args'),
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...readVariables(values, 'env'), ...toChainVariable(run) },
      passed: readItems(values, 'envFrom'),
      ...(input === undefined ? {} : { input }),
      timeoutMs,
    },
    run.controller.signal,
  );
  return fromProgramEnd(end, timeoutMs);
}
