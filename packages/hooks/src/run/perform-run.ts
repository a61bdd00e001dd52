import type { Action, KnownHook, McpAction } from '../hook/hook.ts';
import { toSkipped, type ActionEnd } from './action-end.ts';
import type { ActionSteps } from './action-steps.ts';
import type { ServerSlots } from './create-server-slots.ts';
import type { ServerGates } from './create-server-gates.ts';
import { describeServerState } from './describe-server-state.ts';
import type { HookEngineOptions } from './hook-engine.ts';
import { STOPPED, type OpenRun } from './open-run.ts';
import { runAgentAction } from './run-agent-action.ts';
import { runCustomAction } from './run-custom-action.ts';
import { runGitAction } from './run-git-action.ts';
import { runGitHubAction } from './run-github-action.ts';
import { runMcpAction } from './run-mcp-action.ts';

/** What performing a run needs. */
export interface RunSteps extends Pick<
  HookEngineOptions,
  'yard' | 'programs' | 'github' | 'clock' | 'agent' | 'refusal'
> {
  readonly gates: ServerGates;
  readonly slots: ServerSlots;
  /** The hook as it is written now. */
  findHook(id: string): KnownHook | undefined;
  begin(run: OpenRun, repeatable: boolean): Promise<boolean>;
}

/** Does what a run is for; `undefined` where the engine ended before it began. */
export async function performRun(run: OpenRun, steps: RunSteps): Promise<ActionEnd | undefined> {
  const known = steps.findHook(run.plan.hook);
  if (known === undefined) return toSkipped('the hook was removed');
  run.known = known;
  if (!known.hook.enabled && run.event.target === undefined) return toSkipped('disabled');
  const { action } = known.hook;
  if (action.type !== 'mcp') return performAction(run, known, steps);
  const leave = steps.gates.enter(action.parameters.serverId);
  const end = await performAction(run, known, steps).catch((error: unknown) => {
    leave();
    throw error;
  });
  leave(end?.reaction);
  return end;
}

async function performAction(run: OpenRun, known: KnownHook, steps: RunSteps): Promise<ActionEnd | undefined> {
  const refusal = await steps.refusal(known);
  if (refusal !== undefined) return toSkipped(refusal);
  const { action } = known.hook;
  const actionSteps: ActionSteps = {
    yard: steps.yard,
    programs: steps.programs,
    github: steps.github,
    clock: steps.clock,
    agent: steps.agent,
    slots: steps.slots,
    ready: (server, since) => steps.gates.ready(server, since),
    obstacle: (server) => steps.gates.obstacle(server),
    enter: (server) => steps.gates.enter(server),
    refusal: () => steps.refusal(known),
    begin: (repeatable) => steps.begin(run, repeatable),
  };
  if (action.type !== 'mcp') return settle(run, await runOther(action, run, actionSteps));
  const server = describeServerState(action.parameters.serverId, steps.yard);
  const end = settle(run, await runMcpAction(action, run, actionSteps));
  return end === undefined ? undefined : { ...end, server };
}

function runOther(
  action: Exclude<Action, McpAction>,
  run: OpenRun,
  steps: ActionSteps,
): Promise<ActionEnd | undefined> {
  switch (action.type) {
    case 'custom':
      return runCustomAction(action, run, steps);
    case 'git':
      return runGitAction(action, run, steps);
    case 'github':
      return runGitHubAction(action, run, steps);
    case 'agent':
      return runAgentAction(action, run, steps);
    default:
      return action satisfies never;
  }
}

/** What it means that a run was given up depends on why, and on how far it had come. */
function settle({ controller: { signal }, startedAt }: OpenRun, end: ActionEnd | undefined): ActionEnd | undefined {
  const isGivenUp = end === undefined || end.status === 'cancelled';
  if (!isGivenUp || !signal.aborted) return end;
  const attempts = end?.attempts ?? 0;
  if (signal.reason !== STOPPED) {
    const reason = String(signal.reason);
    return startedAt === undefined ? toSkipped(reason) : { ...end, status: 'cancelled', reason, attempts };
  }
  if (startedAt === undefined) return undefined;
  return { ...end, status: 'interrupted', reason: 'Toolyard was ended during the run', attempts };
}
