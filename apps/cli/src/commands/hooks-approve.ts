import { describeDefinition, ToolyardError, toVisibleJson } from '@toolyard/core';
import { approveEach } from '../hooks/approve-each.ts';
import { describeHook } from '../hooks/describe-hook.ts';
import { explainNoHooks } from '../hooks/explain-no-hooks.ts';
import { findHooks } from '../hooks/find-hooks.ts';
import { judgeHooks, type JudgedHook } from '../hooks/judge-hooks.ts';
import type { HooksOptions } from '../hooks/locate-hooks.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import type { ReadHooks } from '../hooks/read-hooks.ts';
import { refusalOf } from '../hooks/refusal-of.ts';
import { showHook } from '../hooks/show-hook.ts';
import type { Host } from '../host/host.ts';
import { canAsk } from '../terminal/ask.ts';
import { EXIT } from '../to-exit-code.ts';

/** Which hooks are to be approved. */
export interface HooksApproveOptions extends HooksOptions {
  /** All where it is empty. */
  readonly ids: readonly string[];
}

/** `toolyard hooks approve`: shows exactly what hooks of the workspace would run, and approves them. */
export async function runHooksApprove(options: HooksApproveOptions, host: Host): Promise<number> {
  const { ids, ...rest } = options;
  const read = await openHooks(host, rest);
  const hooks = ids.length === 0 ? read.hooks : findHooks(read.hooks, ids);
  const judged = (await judgeHooks({ ...read, hooks })).hooks;
  const open = judged.filter(refusalOf);
  const printAll = (): Promise<void> => (options.json === true ? printJson(judged, read) : Promise.resolve());
  if (open.length === 0) {
    host.stderr.write(`${read.hooks.length === 0 ? explainNoHooks(read) : explainNone(judged)}\n`);
    await printAll();
    return EXIT.done;
  }
  if (options.yes !== true && !canAsk(host)) {
    for (const each of open) showHook(each, host);
    await printAll();
    throw new ToolyardError('config-not-approved', explainUnasked(open));
  }
  const approved = await approveEach(open, { read, mayAsk: options.yes !== true });
  await printAll();
  return approved ? EXIT.done : EXIT.failed;
}

/** Every hook that was asked about, what it runs exactly as it is written, and whether it may by now. */
async function printJson(judged: readonly JudgedHook[], { approvals, host }: ReadHooks): Promise<void> {
  const shown = judged.map(async ({ known, server, hash, approval }) => {
    const { hook, source, file } = known;
    const isApproved = await approvals.isApproved(file, hook.id, hash);
    const lines = describeHook(hook, server);
    const started = server === undefined ? {} : { server: { key: server.key, approves: describeDefinition(server) } };
    return { id: hook.id, source, file, approval: isApproved ? 'approved' : approval, hash, lines, hook, ...started };
  });
  host.stdout.write(`${toVisibleJson(await Promise.all(shown), 2)}\n`);
}

function explainNone(judged: readonly JudgedHook[]): string {
  const isOwn = judged.every(({ approval }) => approval === 'not needed');
  return isOwn
    ? 'Nothing needs approval: these hooks are your own.'
    : 'Nothing needs approval: all hooks of the workspace are approved already.';
}

function explainUnasked(open: readonly JudgedHook[]): string {
  const ids = open.map(({ known }) => known.hook.id).join(' ');
  return `Not approved. Run "toolyard hooks approve ${ids} --yes" to approve ${open.length === 1 ? 'it' : 'them'}.`;
}
