import { describeHook, findChanges, refusalOf, summarizeHook, type ResolvedHook } from '@toolyard/host/hooks';
import type { Editor } from '../ports/editor.ts';
import { findShownHook, titleOf, type FoundHook } from './choose-hook.ts';
import type { CommandParts } from './command-table.ts';
import { showPages, toPages } from './show-pages.ts';

const NOT_SHOWN = 'in masked values, in the order, or in its server';

/**
 * Shows a person exactly what hooks would run, one after the other, and lets them run from now on as they were shown, not as a file says by then.
 * False where the person does not want that; then none is approved.
 */
export async function askToApprove(hooks: readonly FoundHook[], parts: CommandParts): Promise<boolean> {
  const { editor } = parts;
  const open = hooks.filter(({ hook }) => refusalOf(hook.resolved) !== undefined);
  if (open.length === 0) {
    parts.later(async () => void (await editor.notify('info', explainNone(hooks))));
    return true;
  }
  const pages = open.flatMap(({ hook }) =>
    toPages(`Approve hook "${titleOf(hook)}"?`, describeForApproval(hook.resolved)),
  );
  await showBehind(open, pages.length > open.length, editor);
  if (!(await showPages(editor, pages, open.length === 1 ? 'Approve' : 'Approve All'))) return false;
  for (const { folder, hook } of open) await folder.approve(hook.resolved);
  await tellChanged(open, parts);
  return true;
}

function explainNone(hooks: readonly FoundHook[]): string {
  const isOwn = hooks.every(({ hook }) => hook.resolved.approval === 'not needed');
  return isOwn
    ? 'Nothing needs approval: your own hooks need none.'
    : 'Nothing needs approval: it is approved already.';
}

/** What a person approves: every line that would run, and before that what changed. */
function describeForApproval(resolved: ResolvedHook): readonly string[] {
  const lines = describeHook(resolved.known.hook, resolved.servers);
  if (resolved.before === undefined) return lines;
  const changes = findChanges(resolved);
  const title = `Changed since it was approved${changes.length === 0 ? `, ${NOT_SHOWN}` : ''}:`;
  return [title, ...changes, '', 'It would run:', ...lines];
}

/** What does not fit a dialog, and the difference to what was approved, stay open behind it to be searched and read in peace. */
async function showBehind(open: readonly FoundHook[], isLong: boolean, editor: Editor): Promise<void> {
  const [first] = open;
  if (first === undefined) return;
  const { resolved } = first.hook;
  const seen = resolved.before?.seen;
  if (open.length === 1 && Array.isArray(seen)) {
    const before = seen.map(String).join('\n');
    const after = summarizeHook(resolved).join('\n');
    await editor.showDifference({ title: `Hook ${resolved.known.hook.id}`, before, after });
  } else if (isLong) {
    const text = open.map(({ hook }) => describeForApproval(hook.resolved).join('\n')).join('\n\n');
    await editor.showText({ title: 'Hooks to Approve', text });
  }
}

/** A file may have changed while the dialog was open. */
async function tellChanged(approved: readonly FoundHook[], { editor, later }: CommandParts): Promise<void> {
  for (const { folder, hook } of approved) {
    await folder.refresh();
    const { id } = hook.resolved.known.hook;
    const now = await findShownHook(folder, id).catch(() => undefined);
    if (now === undefined || now.hook.resolved.hash === hook.resolved.hash) continue;
    const message = `Hook "${titleOf(hook)}" changed while you looked at it. You approved what was shown; look at it again.`;
    later(async () => void (await editor.notify('warning', message)));
  }
}
