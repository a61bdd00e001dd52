import type { Clock } from '@toolyard/core';

/** Counts how often each address failed to prove who it is. */
export interface FailureLimit {
  /** Whether an address has failed too often of late. */
  isOver(address: string): boolean;
  fail(address: string): void;
}

const MOST = 20;
const WINDOW_MS = 60_000;
/** With more addresses the one that failed first is forgotten, so that nobody can fill the memory. */
const ADDRESSES = 1000;

/** At most 20 failures a minute for each address. */
export function createFailureLimit(clock: Clock): FailureLimit {
  const failures = new Map<string, { readonly since: number; count: number }>();

  function find(address: string): { readonly since: number; count: number } | undefined {
    const found = failures.get(address);
    if (found !== undefined && clock.now() - found.since >= WINDOW_MS) failures.delete(address);
    return failures.get(address);
  }

  return {
    isOver: (address) => (find(address)?.count ?? 0) >= MOST,
    fail(address) {
      const found = find(address);
      if (found !== undefined) found.count++;
      else failures.set(address, { since: clock.now(), count: 1 });
      const [oldest] = failures.keys();
      if (failures.size > ADDRESSES && oldest !== undefined) failures.delete(oldest);
    },
  };
}
