import type { ApprovalRequest, Approver, Decision } from '@toolyard/assistant';
import { toVisibleLine } from '@toolyard/core';
import { decideTicked, describeArguments, tickCalls } from '@toolyard/host/assistant';
import { createQuestionScreen, type QuestionScreen } from '../question/create-question-screen.ts';
import type { TerminalRespondent } from '../question/create-terminal-respondent.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { discardTyped } from '../terminal/discard-typed.ts';

const ANSWERS: Readonly<Record<string, Decision>> = {
  y: 'once',
  yes: 'once',
  a: 'always-tool',
  s: 'always-server',
  n: 'denied',
  no: 'denied',
};

const CHOICES =
  'y: once, a: always these tools, s: always all tools of these servers, n: no; a number ticks or unticks a call';

/** Asks the person at the terminal about all calls of a turn at once; Ctrl-C and Ctrl-D deny all of them. */
export function createTerminalApprover(context: CommandContext, ask: TerminalRespondent['ask']): Approver {
  return {
    decide: async (calls, signal) => (await ask(() => askAboutCalls(context, calls, signal))) ?? new Map(),
  };
}

async function askAboutCalls(
  context: CommandContext,
  calls: readonly ApprovalRequest[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Decision>> {
  // What was typed before nobody typed as an answer.
  await discardTyped(context.terminal);
  const screen = createQuestionScreen(context, signal);
  const ticked = tickCalls(calls);
  screen.line(
    calls.length === 1 ? 'The model wants to call a tool:' : `The model wants to call ${calls.length} tools:`,
  );
  for (const [index, call] of calls.entries()) {
    showCall(screen, call, { number: index + 1, isTicked: ticked.has(call) });
    for (const line of describeArguments(call)) screen.line(`       ${line}`);
  }
  for (;;) {
    screen.line(screen.paint('quiet', CHOICES));
    const answer = await screen.ask('Allow what is ticked? [y/a/s/n] ');
    if ('end' in answer) return new Map();
    const typed = answer.typed.trim().toLowerCase();
    const decision = Object.hasOwn(ANSWERS, typed) ? ANSWERS[typed] : undefined;
    if (decision !== undefined) return decideTicked(calls, ticked, decision);
    for (const word of typed.split(/[\s,]+/)) toggle(ticked, calls[Number(word) - 1]);
    for (const [index, call] of calls.entries()) {
      showCall(screen, call, { number: index + 1, isTicked: ticked.has(call) });
    }
  }
}

function toggle(ticked: Set<ApprovalRequest>, call: ApprovalRequest | undefined): void {
  if (call !== undefined && !ticked.delete(call)) ticked.add(call);
}

function showCall(
  screen: QuestionScreen,
  { tool, isDestructive }: ApprovalRequest,
  { number, isTicked }: { readonly number: number; readonly isTicked: boolean },
): void {
  const warning = isDestructive ? `  ${screen.paint('bad', 'may destroy something')}` : '';
  screen.line(`[${isTicked ? 'x' : ' '}] ${number}. ${screen.paint('strong', toVisibleLine(tool))}${warning}`);
}
