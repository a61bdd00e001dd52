import { toVisibleLine, type Clock } from '@toolyard/core';
import { serverKeysOf } from '@toolyard/host/hooks';
import { findShownHook, titleOf, toHookChoice, type FoundHook } from './choose-hook.ts';
import type { InvalidHookActions } from './run-now.ts';
import type { Folders, ShownHook } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';

/** What the notice of invalid hooks needs. */
export interface InvalidHooksOptions {
  readonly folders: Folders;
  readonly editor: Pick<Editor, 'notify' | 'pick'>;
  readonly actions: InvalidHookActions;
  readonly clock: Pick<Clock, 'after'>;
  /** What was told before, also before a restart of the window; a hook is told again when it was right in between. */
  readonly told: { read(): readonly ToldHook[]; write(told: readonly ToldHook[]): void };
  /** Hears what a button led to where that failed. */
  readonly onError: (error: unknown) => void;
}

/** A hook that a person has heard of. */
export interface ToldHook {
  /** The path of its folder. */
  readonly folder: string;
  readonly hook: string;
}

/** What becomes wrong within this time is told together, in milliseconds. */
const GATHER_MS = 400;

/** Tells once of each hook that does not run because its server or tool is gone or has changed; the returned function ends that. */
export function followInvalidHooks(options: InvalidHooksOptions): () => void {
  const { folders, clock, told } = options;
  let stopClock: (() => void) | undefined;
  const look = (): void => {
    stopClock = undefined;
    const before = told.read();
    const kept = before.filter((each) => isStillTold(each, folders));
    const news = listInvalid(folders).filter((found) => !kept.some((each) => isSame(each, toTold(found))));
    if (news.length > 0 || kept.length < before.length) told.write([...kept, ...news.map(toTold)]);
    if (news.length > 0) void tell(news, options).catch(options.onError);
  };
  const unlisten = folders.onChange(() => {
    stopClock ??= clock.after(GATHER_MS, look);
  });
  stopClock = clock.after(GATHER_MS, look);
  return () => {
    unlisten();
    stopClock?.();
  };
}

/** A file that is just being written is shown as wrong where it stands, and needs no notice. */
function isBroken({ state, findings }: ShownHook): boolean {
  return (
    state.startsWith('invalid') && findings.some(({ severity, code }) => severity === 'error' && code === undefined)
  );
}

function listInvalid(folders: Folders): readonly FoundHook[] {
  return folders.list().flatMap((folder) => {
    const broken = folder.state().hooks.filter(isBroken);
    return broken.map((hook) => ({ folder, hook }));
  });
}

function isSame(one: ToldHook, other: ToldHook): boolean {
  return one.folder === other.folder && one.hook === other.hook;
}

function toTold({ folder, hook }: FoundHook): ToldHook {
  return { folder: folder.path, hook: hook.resolved.known.hook.id };
}

/** Whether a hook that was told of is not known to be right again: its folder or its server may not have been looked at yet. */
function isStillTold({ folder: path, hook: id }: ToldHook, folders: Folders): boolean {
  const folder = folders.list().find((each) => each.path === path);
  if (folder === undefined) return true;
  const { hooks, servers } = folder.state();
  if (hooks.length === 0) return true;
  const shown = hooks.find(({ resolved }) => resolved.known.hook.id === id);
  if (shown === undefined || isBroken(shown)) return shown !== undefined;
  const keys = serverKeysOf(shown.resolved.known);
  return keys.some((key) => !servers.some((server) => server.id === key && server.status === 'available'));
}

async function tell(news: readonly FoundHook[], { editor, actions }: InvalidHooksOptions): Promise<void> {
  const pressed = await editor.notify('warning', describeInvalid(news), 'Update', 'Remove');
  if (pressed === undefined) return;
  const found = await chooseOne(news, pressed, editor);
  if (found === undefined) return;
  // The notice may have been open for long.
  const now = await findShownHook(found.folder, found.hook.resolved.known.hook.id);
  await (pressed === 'Update' ? actions.update(now) : actions.remove(now));
}

function describeInvalid(news: readonly FoundHook[]): string {
  const [first, ...others] = news;
  if (first === undefined) return '';
  const reason = first.hook.findings.find(({ severity }) => severity === 'error')?.message ?? '';
  if (others.length === 0) return `Hook "${titleOf(first.hook)}" is invalid and does not run: ${toVisibleLine(reason)}`;
  const names = news.slice(0, 3).map(({ hook }) => `"${titleOf(hook)}"`);
  const more = news.length > names.length ? ` and ${news.length - names.length} more` : '';
  return `${news.length} hooks are invalid and do not run: ${names.join(', ')}${more}. The first: ${toVisibleLine(reason)}`;
}

async function chooseOne(
  news: readonly FoundHook[],
  button: string,
  editor: Pick<Editor, 'pick'>,
): Promise<FoundHook | undefined> {
  if (news.length === 1) return news[0];
  const choices = news.map((found) => ({ ...toHookChoice(found, true), value: found }));
  return editor.pick(choices, { title: `${button} an invalid hook`, placeholder: 'Which hook?' });
}
