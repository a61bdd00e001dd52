import { maskHook } from '@toolyard/hooks';
import type { HookApprovals } from '@toolyard/node';
import { maskServer } from '../../configuration/describe-servers.ts';
import { describeHook } from './describe-hook.ts';
import type { JudgedHook } from './judge-hooks.ts';

/** Lets a hook run from now on, as it was judged, until the hook or its server changes. */
export function approveHook(judged: JudgedHook, approvals: Pick<HookApprovals, 'approve'>): Promise<void> {
  const { known, hash } = judged;
  return approvals.approve(known.file, known.hook.id, hash, summarizeHook(judged));
}

/** What is kept of a hook that was approved, to tell later what changed: the lines that were seen, without secrets. */
export function summarizeHook({ known, server, redact }: JudgedHook): string[] {
  const lines = describeHook(maskHook(known.hook), server === undefined ? undefined : maskServer(server));
  return lines.map((line) => String(redact(line)));
}
