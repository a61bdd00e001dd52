import { serverKeysOf, type ResolvedApprovals } from '@toolyard/host/hooks';

/** Says that no tool is called before the configuration is approved; nothing where it is, or where no hook calls one. */
export function explainUnapproved({ hooks, mayStart }: Pick<ResolvedApprovals, 'hooks' | 'mayStart'>): string {
  const isNeeded = hooks.some(({ known }) => serverKeysOf(known).length > 0);
  if (mayStart || !isNeeded) return '';
  return 'The configuration here is not approved, so no server is started. Run "toolyard approve" to see what it would start, and to approve it.\n';
}
