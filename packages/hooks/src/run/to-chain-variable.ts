import type { OpenRun } from './open-run.ts';
import { toCause, toKnownChain } from './to-chain.ts';

/** Tells the programs of hooks, and what they start, which runs led to them. */
export const HOOK_CHAIN_VARIABLE = 'TOOLYARD_HOOK_CHAIN';

/** The variable by which what a program of a run causes belongs to the chain of that run. */
export function toChainVariable(run: OpenRun): Readonly<Record<string, string>> {
  return { [HOOK_CHAIN_VARIABLE]: JSON.stringify(toKnownChain(toCause(run))) };
}
