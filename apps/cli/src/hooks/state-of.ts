import { toToolId } from '@toolyard/core';
import type { Hook } from '@toolyard/hooks';
import type { Tone } from '../terminal/create-screen.ts';
import { serverKeyOf, type JudgedHook } from './judge-hooks.ts';
import { refusalOf } from './refusal-of.ts';

/** Whether a hook would run, in few words. */
export interface HookState {
  readonly text: 'enabled' | 'disabled' | 'invalid: unknown server' | 'not approved' | 'changed since approved';
  readonly tone: Tone;
}

/** The first of the reasons for which a hook would not run, else `enabled`; `keys` are those of all servers. */
export function stateOf(judged: Pick<JudgedHook, 'known' | 'approval'>, keys: readonly string[]): HookState {
  const { known } = judged;
  const key = serverKeyOf(known);
  if (!known.hook.enabled) return { text: 'disabled', tone: 'quiet' };
  if (key !== undefined && !keys.includes(key)) return { text: 'invalid: unknown server', tone: 'bad' };
  const refusal = refusalOf(judged);
  return refusal === undefined ? { text: 'enabled', tone: 'good' } : { text: refusal, tone: 'busy' };
}

/** What a hook runs: `key:tool`, or the program. */
export function targetOf({ action }: Pick<Hook, 'action'>): string {
  const { parameters } = action;
  return 'serverId' in parameters ? toToolId(parameters.serverId, parameters.toolName) : parameters.command;
}
