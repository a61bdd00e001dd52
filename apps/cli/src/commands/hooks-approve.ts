import { describeDefinition, ToolyardError, toVisibleJson } from '@toolyard/core';
import { describeHook, resolveApprovals, refusalOf, type ResolvedHook } from '@toolyard/host/hooks';
import { approveEach } from '../hooks/approve/approve-each.ts';
import { showHook } from '../hooks/approve/show-hook.ts';
import { explainNoHooks } from '../hooks/open/explain-no-hooks.ts';
import { findHooks } from '../hooks/open/find-hooks.ts';
import { openCommandHooks, type CommandHooks, type GroupedCommandOptions } from '../hooks/open/open-command-hooks.ts';
import { selectGroup } from '../hooks/open/select-group.ts';
import { canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { reportError, toErrorJson } from '../process/report-error.ts';

/** Which hooks are to be approved. */
export interface HooksApproveOptions extends GroupedCommandOptions {
  /** All where it is empty. */
  readonly ids: readonly string[];
}

/** `toolyard hooks approve`: shows exactly what hooks of the workspace would run, and approves them. */
export async function runHooksApprove(options: HooksApproveOptions, context: CommandContext): Promise<number> {
  const { ids, group, ...rest } = options;
  const opened = await openCommandHooks(context, rest);
  const grouped = selectGroup(opened.hooks, group);
  const wanted = ids.length === 0 ? grouped : findHooks(grouped, ids);
  const resolved = (await resolveApprovals({ ...opened, hooks: wanted })).hooks;
  const open = resolved.filter(refusalOf);
  const printAll = async (error?: ToolyardError): Promise<void> => {
    if (options.json === true) await printJson(resolved, opened, error);
  };
  if (open.length === 0) {
    context.terminal.stderr.write(`${opened.hooks.length === 0 ? explainNoHooks(opened) : explainNone(resolved)}\n`);
    await printAll();
    return EXIT.done;
  }
  if (options.yes !== true && !canAsk(context.terminal)) {
    for (const each of open) showHook(each, context);
    const error = new ToolyardError('config-not-approved', explainUnasked(open));
    await printAll(error);
    return reportError(error, context.terminal, { debug: false, json: false });
  }
  const approved = await approveEach(open, { opened, mayAsk: options.yes !== true });
  await printAll();
  return approved ? EXIT.done : EXIT.failed;
}

/** Every hook that was asked about, what it runs exactly as it is written, and whether it may by now. */
async function printJson(
  resolved: readonly ResolvedHook[],
  { approvals, terminal }: CommandHooks,
  error: ToolyardError | undefined,
): Promise<void> {
  const shown = resolved.map(async ({ known, servers, hash, approval }) => {
    const { hook, source, file } = known;
    const isApproved = await approvals.isApproved(file, hook.id, hash);
    const lines = describeHook(hook, servers);
    const started = servers.flatMap(({ key, server, foreign }) =>
      server === undefined ? [] : [{ key, approves: describeDefinition(server), files: foreign?.files }],
    );
    const [first] = started;
    const named = hook.action.type === 'agent' ? { servers: started } : { ...(first && { server: first }) };
    return { id: hook.id, source, file, approval: isApproved ? 'approved' : approval, hash, lines, hook, ...named };
  });
  const hooks = await Promise.all(shown);
  terminal.stdout.write(`${toVisibleJson(error === undefined ? hooks : { hooks, error: toErrorJson(error) }, 2)}\n`);
}

function explainNone(resolved: readonly ResolvedHook[]): string {
  const isOwn = resolved.every(({ approval }) => approval === 'not needed');
  return isOwn
    ? 'Nothing needs approval: these hooks are your own.'
    : 'Nothing needs approval: all hooks of the workspace are approved already.';
}

function explainUnasked(open: readonly ResolvedHook[]): string {
  const ids = open.map(({ known }) => known.hook.id).join(' ');
  return `Not approved. Run "toolyard hooks approve ${ids} --yes" to approve ${open.length === 1 ? 'it' : 'them'}.`;
}
