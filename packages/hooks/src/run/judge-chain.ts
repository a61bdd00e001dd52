import type { ChainLink } from '../event/hook-event.ts';
import { HOOK_LIMITS } from '../file/hook.ts';

/**
 * Why a hook may not run at the end of a chain; `undefined` where it may. Of a chain that is guessed only what follows the
 * hook's first run counts: a loop that happens to go on meanwhile says nothing against a person's save.
 */
export function judgeChain(chain: readonly ChainLink[], hook: string): string | undefined {
  const known = toKnownPart(chain);
  if (known.some((link) => link.hook === hook)) return `loop: ${show(known, hook)}`;
  const first = chain.findIndex((link) => link.hook === hook);
  const counted = first < 0 ? known : chain.slice(Math.min(first, chain.length - known.length));
  const depth = counted.length + 1;
  const limit = HOOK_LIMITS.chainDepth;
  return depth > limit ? `chain too deep (${depth} of at most ${limit}): ${show(counted, hook)}` : undefined;
}

/** The links that are known to have caused each other, up to the last. */
export function toKnownPart(chain: readonly ChainLink[]): readonly ChainLink[] {
  return chain.slice(chain.findLastIndex((link) => link.inferred) + 1);
}

function show(chain: readonly ChainLink[], hook: string): string {
  return [...chain.map((link) => link.hook), hook].join(' → ');
}
