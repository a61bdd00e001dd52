import { maskHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { maskServer } from '../../configuration/describe-servers.ts';
import { maskForeign } from '../foreign/describe-foreign.ts';
import { describeHook } from './describe-hook.ts';
import type { HookServer, ResolvedHook } from './resolve-approvals.ts';

/** Approves a hook as it was resolved: it may run until it or one of its servers changes. */
export function approveHook(resolved: ResolvedHook, approvals: Pick<HookApprovals, 'approve'>): Promise<void> {
  const { known, hash } = resolved;
  return approvals.approve(known.file, known.hook.id, hash, summarizeHook(resolved));
}

/** What is kept of a hook that was approved, to tell later what changed: the lines that were seen, without secrets. */
export function summarizeHook({ known, servers, redact }: ResolvedHook): string[] {
  const lines = describeHook(maskHook(known.hook), servers.map(maskHookServer));
  return lines.map((line) => String(redact(line)));
}

function maskHookServer({ key, server, foreign }: HookServer): HookServer {
  return { key, ...(server && { server: maskServer(server) }), ...(foreign && { foreign: maskForeign(foreign) }) };
}
