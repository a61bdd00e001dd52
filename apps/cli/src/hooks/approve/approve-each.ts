import { approveHook, type ResolvedHook } from '@toolyard/host/hooks';
import { askYesNo } from '../../terminal/ask.ts';
import type { CommandHooks } from '../open/open-command-hooks.ts';
import { showHook } from './show-hook.ts';

/** How hooks are approved. */
export interface Approving {
  readonly opened: Pick<CommandHooks, 'approvals' | 'terminal' | 'surroundings'>;
  /** False: they are approved without a question. */
  readonly mayAsk: boolean;
}

/** Shows exactly what each hook would run, and approves it; false where the person did not want one of them. */
export async function approveEach(open: readonly ResolvedHook[], { opened, mayAsk }: Approving): Promise<boolean> {
  const { terminal, approvals } = opened;
  const { stderr } = terminal;
  let refused = 0;
  for (const resolved of open) {
    const { id } = resolved.known.hook;
    showHook(resolved, opened);
    if (mayAsk && !(await askYesNo(terminal, `Let "${id}" run from now on?`))) {
      stderr.write(`Not approved: ${id}\n`);
      refused++;
      continue;
    }
    await approveHook(resolved, approvals);
    stderr.write(`Approved: ${id}\n`);
  }
  if (refused < open.length) stderr.write('You will be asked again when the hook or its server changes.\n');
  return refused === 0;
}
