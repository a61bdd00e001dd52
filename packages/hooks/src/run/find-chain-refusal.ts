import type { ChainLink, HookEvent } from '../event/hook-event.ts';
import { HOOK_LIMITS } from '../hook/hook.ts';
import { countGuesses, subjectOf } from './to-chain.ts';

/** How often a hook has to have run for one path before the chain is taken for a loop. */
const LOOP_TURNS = 3;

/**
 * Why a hook may not run because of an event; `undefined` where it may. Of a chain that is guessed only what follows the
 * hook's first run for the same path counts: many files that change one after the other while hooks run are no loop.
 * Where it came back to that path several times the whole chain counts, with what led into the loop.
 */
export function findChainRefusal(event: Pick<HookEvent, 'chain' | 'context'>, hook: string): string | undefined {
  const { chain } = event;
  const known = toKnownPart(chain);
  if (known.some((link) => link.hook === hook)) return `loop: ${show(known, hook)}`;
  const path = subjectOf(event);
  const turns = chain.flatMap((link, index) => (link.hook === hook && link.path === path ? [index] : []));
  const [first] = turns.length < LOOP_TURNS ? turns : [0];
  const counted = first === undefined ? known : chain.slice(first);
  const depth = counted.length + 1;
  const { chainDepth, guesses } = HOOK_LIMITS;
  if (depth > chainDepth) return `chain too deep (${depth} of at most ${chainDepth}): ${show(counted, hook)}`;
  // A loop may write another file each time.
  if (countGuesses(chain) <= guesses) return undefined;
  return `chain too deep (over ${guesses} runs that seem to cause each other): … → ${show(chain, hook)}`;
}

/** The links that are known to have caused each other, up to the last. */
export function toKnownPart(chain: readonly ChainLink[]): readonly ChainLink[] {
  return chain.slice(chain.findLastIndex((link) => link.inferred) + 1);
}

function show(chain: readonly ChainLink[], hook: string): string {
  return [...chain.map((link) => link.hook), hook].join(' → ');
}
