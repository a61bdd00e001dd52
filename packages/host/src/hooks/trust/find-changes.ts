import { toVisible } from '@toolyard/core';
import { summarizeHook } from './approve-hook.ts';
import type { ResolvedHook } from './resolve-approvals.ts';

/**
 * The lines that differ from those that were seen when the hook was last approved, each after its `-` or `+`. None where it differs in
 * what is masked, in the order, or in its server.
 */
export function findChanges(resolved: ResolvedHook): string[] {
  // The title may change without anybody being asked.
  const [, ...seen] = Array.isArray(resolved.before?.seen) ? resolved.before.seen : [];
  if (seen.length === 0) return [];
  const [, ...now] = summarizeHook(resolved);
  const old = seen.map((line) => toVisible(String(line)));
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}
