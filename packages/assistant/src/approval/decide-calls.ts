import type { ApprovalDecision } from '@toolyard/core';
import type { CallApprovals, Approver, ApprovalRequest } from './approver.ts';

/** What decides about the calls of a conversation. */
export interface ApprovalRules {
  readonly approver: Approver;
  /** Nothing is remembered where absent. */
  readonly approvals?: CallApprovals | undefined;
  /** Whether a server has `trust`: its tools are called without a question, also those that may destroy something. */
  isTrusted(server: string): boolean | Promise<boolean>;
}

/** Decides about all calls of one turn; people are asked once, about those that neither `trust` nor an earlier approval allows. */
export async function decideCalls(
  calls: readonly ApprovalRequest[],
  rules: ApprovalRules,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ApprovalDecision>> {
  const { approver, approvals } = rules;
  const decided = new Map<string, ApprovalDecision>();
  for (const call of calls) {
    if (await rules.isTrusted(call.server)) decided.set(call.id, 'trusted');
    else if (!call.isDestructive && (await approvals?.isApproved(call.tool)) === true)
      decided.set(call.id, 'remembered');
  }
  const open = calls.filter(({ id }) => !decided.has(id));
  if (open.length === 0) return decided;
  const answers = await approver.decide(open, signal);
  for (const call of open) {
    const answer = answers.get(call.id) ?? 'denied';
    // Each call of such a tool is asked about, so an approval for good counts once.
    const decision = call.isDestructive && answer === 'always-tool' ? 'once' : answer;
    if (decision === 'always-tool') await approvals?.approveTool(call.tool);
    if (decision === 'always-server') await approvals?.approveServer(call.server);
    decided.set(call.id, decision);
  }
  return decided;
}
