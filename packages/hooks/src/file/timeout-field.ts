import type { Field } from '@toolyard/core';
import { HOOK_LIMITS } from '../hook/hook.ts';

/** How long an action may take. */
export const TIMEOUT: Field = {
  shape: { kind: 'integer', min: HOOK_LIMITS.minTimeoutMs, max: HOOK_LIMITS.maxTimeoutMs },
  default: HOOK_LIMITS.defaultTimeoutMs,
  about: 'How long it may take, in milliseconds.',
};
