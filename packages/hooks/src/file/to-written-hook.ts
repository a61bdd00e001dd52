import type { JsonObject } from '@toolyard/core';
import { type Action, type Hook, HOOK_LIMITS } from '../hook/hook.ts';

/** A hook as people write it: without what is the default, in the order of the documentation. */
export function toWrittenHook(hook: Hook): JsonObject {
  const { id, name, description, group, enabled, trigger, action, policy, debounceMs } = hook;
  return {
    id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(group !== undefined && { group }),
    ...(!enabled && { enabled }),
    trigger,
    action: toWrittenAction(action),
    ...(policy !== 'queue' && { policy }),
    ...(policy === 'debounce' && debounceMs !== HOOK_LIMITS.defaultDebounceMs && { debounceMs }),
  };
}

function toWrittenAction(action: Action): JsonObject {
  const { timeout, ...parameters } = action.parameters;
  const written = Object.entries(parameters).filter(([name, value]) => name !== 'args' || value.length > 0);
  return {
    type: action.type,
    parameters: {
      ...Object.fromEntries(written),
      ...(timeout !== HOOK_LIMITS.defaultTimeoutMs && { timeout }),
    },
  };
}
