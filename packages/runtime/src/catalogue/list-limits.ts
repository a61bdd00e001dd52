import type { CatalogueKind, Settings } from '@toolyard/core';

/** How much is kept of one list of one server; -1 is no limit. */
export type ListLimits = Pick<Settings, 'listEntryLimit' | 'listByteLimit'>;

/** What is said of a list where it is longer than its limits allow; `undefined` where it is not. */
export function findCut(
  kind: CatalogueKind,
  amount: { readonly entries: number; readonly bytes: number },
  { listEntryLimit, listByteLimit }: ListLimits,
): string | undefined {
  if (isOver(amount.entries, listEntryLimit)) return describeCut(kind, `${listEntryLimit} entries ("listEntryLimit")`);
  if (isOver(amount.bytes, listByteLimit)) return describeCut(kind, `${listByteLimit} bytes ("listByteLimit")`);
  return undefined;
}

/** What is said of a list that was read up to a limit and no further. */
export function describeCut(kind: CatalogueKind, limit: string): string {
  return `its list of ${kind} is longer than ${limit}; the rest is left out`;
}

function isOver(amount: number, limit: number): boolean {
  return limit >= 0 && amount > limit;
}
