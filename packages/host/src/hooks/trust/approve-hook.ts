import { maskHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { maskServer } from '../../configuration/describe-servers.ts';
import { describeHook } from './describe-hook.ts';
import type { ResolvedHook } from './resolve-approvals.ts';

/** Approves a hook as it was resolved: it may run until it or one of its servers changes. */
export function approveHook(resolved: ResolvedHook, approvals: Pick<HookApprovals, 'approve'>): Promise<void> {
  const { known, hash } = resolved;
  return approvals.approve(known.file, known.hook.id, hash, summarizeHook(resolved));
}

/** What is kept of a hook that was approved, to tell later what changed: the lines that were seen, without secrets. */
export function summarizeHook({ known, servers, redact }: ResolvedHook): string[] {
  const masked = servers.map(({ server, ...rest }) => ({ ...rest, ...(server && { server: maskServer(server) }) }));
  const lines = describeHook(maskHook(known.hook), masked);
  return lines.map((line) => String(redact(line)));
}
