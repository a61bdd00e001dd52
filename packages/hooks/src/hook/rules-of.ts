import { AGENT_ACTIONS } from './agent-actions.ts';
import { GIT_OPERATIONS } from './git-operations.ts';
import { GITHUB_OPERATIONS } from './github-operations.ts';
import type { Action } from './hook.ts';
import type { Operations, ParameterRules } from './operation.ts';

/** An action that names an operation, whose parameters follow the rules of that operation. */
export type OperationAction = Exclude<Action, { readonly type: 'mcp' | 'custom' }>;

/** The parameters of an action whose texts are templates, each with its name. */
export function templatesOf(action: OperationAction): readonly (readonly [name: string, written: unknown])[] {
  const rules = Object.entries(rulesOf(action));
  const templates = rules.filter(([, { fixed, kind }]) => fixed !== true && kind !== 'choice' && kind !== 'flag');
  return templates.flatMap(([name]) => {
    const written = action.parameters[name];
    return written === undefined ? [] : [[name, written] as const];
  });
}

const OPERATIONS: Readonly<Record<OperationAction['type'], Operations>> = {
  git: GIT_OPERATIONS,
  github: GITHUB_OPERATIONS,
  agent: AGENT_ACTIONS,
};

/** The rules of the parameters of an action. */
export function rulesOf({ type, parameters }: OperationAction): ParameterRules {
  return OPERATIONS[type][parameters.operation] ?? {};
}
