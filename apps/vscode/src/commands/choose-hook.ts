import { ToolyardError, toVisibleLine } from '@toolyard/core';
import { describeTrigger, targetOf } from '@toolyard/host/hooks';
import type { Folder, ShownHook } from '../folder/folder.ts';
import type { PickChoice } from '../ports/pick-choice.ts';
import type { Subject } from '../rows/row.ts';
import { findFolder } from './choose-folder.ts';
import type { CommandParts } from './command-table.ts';
import { NO_FOLDER, NO_HOOKS, tellObstacle } from './tell-obstacle.ts';

/** A hook of a folder as it was known when a command began. */
export interface FoundHook {
  readonly folder: Folder;
  readonly hook: ShownHook;
}

/** How a person is asked for a hook. */
export interface HookQuestion {
  readonly title: string;
  /** Which hooks the command is for; all where absent. */
  readonly wants?: (hook: ShownHook) => boolean;
  /** What is said where it is for none of them. */
  readonly none?: string;
}

/** The hook that a command is about: that of its subject, or one that a person picks; `undefined` where they leave, or where there is none. */
export async function chooseHook(
  parts: CommandParts,
  subject: Subject | undefined,
  question: HookQuestion,
): Promise<FoundHook | undefined> {
  const folders = parts.folders.list();
  if (subject?.kind === 'hook') return findShownHook(findFolder(folders, subject.folder), subject.hook);
  const among = subject !== undefined && 'folder' in subject ? [findFolder(folders, subject.folder)] : folders;
  const found = await listHooks(among);
  const wanted = found.filter(({ hook }) => question.wants?.(hook) ?? true);
  if (wanted.length > 0) {
    const choices = wanted.toSorted(byUse).map((each) => toHookChoice(each, among.length > 1));
    return parts.editor.pick(choices, { title: question.title, placeholder: 'Which hook?' });
  }
  if (found.length === 0) tellObstacle(parts, folders.length === 0 ? NO_FOLDER : NO_HOOKS);
  else
    parts.later(async () => void (await parts.editor.notify('info', question.none ?? 'There is no such hook here.')));
  return undefined;
}

/** The hook with this id; throws `usage` where the folder does not have it any more. */
export async function findShownHook(folder: Folder, id: string): Promise<FoundHook> {
  const find = (): ShownHook | undefined => folder.state().hooks.find(({ resolved }) => idOf(resolved) === id);
  // The file may have been written a moment ago.
  const hook = find() ?? (await folder.refresh().then(find));
  if (hook !== undefined) return { folder, hook };
  throw new ToolyardError('usage', `There is no hook "${toVisibleLine(id)}" in ${folder.name} any more.`);
}

function idOf({ known }: ShownHook['resolved']): string {
  return known.hook.id;
}

/** What a hook is called for people: its name where it has one, else its id. */
export function titleOf({ resolved: { known } }: Pick<ShownHook, 'resolved'>): string {
  return toVisibleLine(known.hook.name ?? known.hook.id);
}

async function listHooks(folders: readonly Folder[]): Promise<readonly FoundHook[]> {
  const list = (): FoundHook[] => folders.flatMap((folder) => folder.state().hooks.map((hook) => ({ folder, hook })));
  const found = list();
  if (found.length > 0) return found;
  await Promise.all(folders.map((folder) => folder.refresh()));
  return list();
}

/** Those that run come first, and of them the one that ran last. */
function byUse(a: FoundHook, b: FoundHook): number {
  return rankOf(a) - rankOf(b) || (b.hook.lastRun?.endedAt ?? '').localeCompare(a.hook.lastRun?.endedAt ?? '');
}

function rankOf({ hook: { state } }: FoundHook): number {
  if (state === 'enabled') return 0;
  return state === 'disabled' ? 2 : 1;
}

/** A row of a list of hooks, with the state in words. */
export function toHookChoice(found: FoundHook, withFolder: boolean): PickChoice<FoundHook> {
  const { folder, hook } = found;
  const { known } = hook.resolved;
  const last = hook.lastRun === undefined ? [] : [`last run: ${hook.lastRun.status}`];
  const where = withFolder ? [folder.name] : [];
  return {
    label: titleOf(hook),
    description: [hook.state, ...last, ...where].join(' · '),
    detail: `${describeTrigger(known.hook.trigger)} → ${toVisibleLine(targetOf(known.hook))}`,
    value: found,
  };
}
