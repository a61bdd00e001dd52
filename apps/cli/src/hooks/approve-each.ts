import { askYesNo } from '../terminal/ask.ts';
import type { JudgedHook } from './judge-hooks.ts';
import type { ReadHooks } from './read-hooks.ts';
import { showHook, summarizeHook } from './show-hook.ts';

/** How hooks are approved. */
export interface Approving {
  readonly read: Pick<ReadHooks, 'approvals' | 'host'>;
  /** False: they are approved without a question. */
  readonly mayAsk: boolean;
}

/** Shows exactly what each hook would run, and approves it; false where the person did not want one of them. */
export async function approveEach(open: readonly JudgedHook[], { read, mayAsk }: Approving): Promise<boolean> {
  const { host, approvals } = read;
  let refused = 0;
  for (const each of open) {
    const { known, hash } = each;
    const { id } = known.hook;
    showHook(each, host);
    if (mayAsk && !(await askYesNo(host, `Let "${id}" run from now on?`))) {
      host.stderr.write(`Not approved: ${id}\n`);
      refused++;
      continue;
    }
    await approvals.approve(known.file, id, hash, summarizeHook(each));
    host.stderr.write(`Approved: ${id}\n`);
  }
  if (refused < open.length) host.stderr.write('It will be asked again when the hook or its server changes.\n');
  return refused === 0;
}
