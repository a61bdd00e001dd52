import type { JsonObject } from '@toolyard/core';
import { type Action, type Hook, HOOK_LIMITS, type Trigger } from '../hook/hook.ts';
import { rulesOf } from '../hook/rules-of.ts';

/** A hook as people write it: without what is the default, in the order of the documentation. */
export function toWrittenHook(hook: Hook): JsonObject {
  const { id, name, description, group, enabled, trigger, action, policy, debounceMs } = hook;
  return {
    id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(group !== undefined && { group }),
    ...(!enabled && { enabled }),
    trigger: toWrittenTrigger(trigger),
    action: toWrittenAction(action),
    ...(policy !== 'queue' && { policy }),
    ...(policy === 'debounce' && debounceMs !== HOOK_LIMITS.defaultDebounceMs && { debounceMs }),
  };
}

function toWrittenTrigger({ missed, ...trigger }: Trigger): JsonObject {
  return { ...trigger, ...(missed === 'skip' && { missed }) };
}

function toWrittenAction(action: Action): JsonObject {
  const { timeout, ...parameters }: JsonObject = action.parameters;
  const defaults = defaultsOf(action);
  const written = Object.entries(parameters).filter(([name, value]) => !isSame(value, defaults[name]));
  return {
    type: action.type,
    parameters: {
      ...Object.fromEntries(written),
      ...(timeout !== HOOK_LIMITS.defaultTimeoutMs && { timeout }),
    },
  };
}

/** What a parameter has where it is not written. */
function defaultsOf(action: Action): JsonObject {
  if (action.type === 'custom') return { args: [] };
  if (action.type === 'mcp') return {};
  return Object.fromEntries(Object.entries(rulesOf(action)).map(([name, rule]) => [name, rule.default]));
}

function isSame(value: unknown, fallback: unknown): boolean {
  return fallback !== undefined && JSON.stringify(value) === JSON.stringify(fallback);
}
