import { tokenVariablesOf } from './github-operations.ts';
import type { Action, Hook } from './hook.ts';

/** The names of the variables that a hook has from Toolyard's own environment: their values are not in its file, and may be secrets. */
export function variablesOfHook({ trigger, action }: Pick<Hook, 'trigger' | 'action'>): readonly string[] {
  const { secretEnv } = trigger;
  return [...(secretEnv === undefined ? [] : [secretEnv]), ...variablesOfAction(action)];
}

function variablesOfAction(action: Action): readonly string[] {
  if (action.type === 'github') return tokenVariablesOf(String(action.parameters['tokenEnv']));
  const names = action.type === 'agent' ? action.parameters['envFrom'] : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}
