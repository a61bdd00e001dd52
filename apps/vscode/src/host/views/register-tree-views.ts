import { delay } from '@toolyard/core';
import { systemClock } from '@toolyard/host';
import { commands, Disposable } from 'vscode';
import { toSubject } from '../../commands/to-subject.ts';
import { followFolders } from '../../folder/follow-folders.ts';
import type { Folders } from '../../folder/folder.ts';
import { countAttention } from '../../rows/describe-window.ts';
import { extensionToolRows } from '../../rows/extension-tool-rows.ts';
import { hookRows, needsApproval } from '../../rows/hook-rows.ts';
import type { FolderLook, MakeRows, Subject, ViewRow } from '../../rows/row.ts';
import { runRows } from '../../rows/run-rows.ts';
import { serverRows } from '../../rows/server-rows.ts';
import { countThings } from '../../rows/text-row.ts';
import { selectExtensionTools } from '../../tools/extension/select-extension-tools.ts';
import type { Register } from '../parts.ts';
import { createEditorTools } from '../tools/create-editor-tools.ts';
import { createRowTreeView, type RowTreeView } from './create-row-tree-view.ts';
import { createStatusItem } from './create-status-item.ts';
import { registerRunNotices } from './register-run-notices.ts';

/** The views of the manifest, and what stands in them. */
const ROWS = { hooks: hookRows, servers: serverAndToolRows, runs: runRows } satisfies Record<string, MakeRows>;

const editorTools = createEditorTools();

function serverAndToolRows(folders: readonly FolderLook[], now: number): readonly ViewRow[] {
  const servers = folders.flatMap(({ state }) => state.servers);
  const ofExtensions = selectExtensionTools(editorTools.list(), servers);
  return [...serverRows(folders, now), ...extensionToolRows(folders, ofExtensions)];
}

/** The name of one of the three views. */
type ViewName = keyof typeof ROWS;

type Views = Readonly<Record<ViewName, RowTreeView>>;

/** Times of rows are written anew each second while something runs, in milliseconds, and otherwise after so many of them. */
const TICK_MS = 1000;
const QUIET_TICKS = 20;

/** What has just been told may not be in the rows yet; it is looked for so often, in milliseconds, and so many times. */
const LOOK_AGAIN_MS = 200;
const LOOKS = 15;

/** Shows the hooks, servers and runs of the window's folders, and tells of runs that failed. */
export const registerTreeViews: Register = (parts) => {
  const { folders } = parts;
  const look = (): readonly FolderLook[] => lookAt(folders);
  const open = (name: ViewName): RowTreeView =>
    createRowTreeView(`toolyard.${name}`, () => ROWS[name](look(), systemClock.now()));
  const views: Views = { hooks: open('hooks'), servers: open('servers'), runs: open('runs') };
  const status = createStatusItem();
  const setContexts = createContexts();
  const revealRow = (name: ViewName, wanted: string | Subject): Promise<boolean> => reveal(views[name], wanted);
  const attention = followAttention(views.hooks, look);
  const update = (): void => {
    for (const view of Object.values(views)) view.refresh();
    status.show(look());
    attention.update();
    setContexts(look());
    views.runs.view.message = toRunsMessage(look());
  };
  const stopHearing = folders.onChange(update);
  update();
  return Disposable.from(
    ...Object.values(views),
    status,
    attention,
    lookForServersWhenVisible(views.servers, folders),
    keepTimesFresh(views, look),
    registerRunNotices(parts, (folder, run) => revealRow('runs', { kind: 'run', folder, run })),
    commands.registerCommand('toolyard.reveal', async (view: unknown, wanted: unknown) => {
      const name = view === 'hooks' || view === 'servers' || view === 'runs' ? view : 'hooks';
      const found = typeof wanted === 'string' ? wanted : toSubject(wanted);
      return found === undefined ? false : revealRow(name, found);
    }),
    new Disposable(stopHearing),
  );
};

function lookAt(folders: Folders): readonly FolderLook[] {
  return folders.list().map((folder) => ({ name: folder.name, path: folder.path, state: folder.state() }));
}

async function reveal(view: RowTreeView, wanted: string | Subject): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks++) {
    if (await view.reveal(wanted)) return true;
    await delay(systemClock, LOOK_AGAIN_MS, new AbortController().signal);
  }
  return false;
}

/** The number at the view's icon; what failed while the view was visible has been seen. */
function followAttention(hooks: RowTreeView, look: () => readonly FolderLook[]): Disposable & { update(): void } {
  let lookedAt = systemClock.now();
  const update = (): void => {
    if (hooks.view.visible) lookedAt = systemClock.now();
    const value = countAttention(look(), lookedAt);
    const tooltip = `${countThings(value, 'hook')} to look at: not approved, or failed`;
    if (hooks.view.badge?.value !== value) hooks.view.badge = value === 0 ? undefined : { value, tooltip };
  };
  const { dispose } = hooks.view.onDidChangeVisibility(update);
  return { update, dispose };
}

function lookForServersWhenVisible({ view }: RowTreeView, folders: Folders): Disposable {
  const lookAll = (): void => {
    if (!view.visible) return;
    // Where it fails, the folder's state says why.
    for (const folder of folders.list()) void folder.lookForServers().catch(() => undefined);
  };
  const seen = new Set<string>();
  const stop = followFolders(folders, ({ path }) => {
    if (!seen.has(path)) lookAll();
    seen.add(path);
    return () => void seen.delete(path);
  });
  return Disposable.from(view.onDidChangeVisibility(lookAll), new Disposable(stop));
}

/** Writes relative times anew while somebody sees them: each second while something runs, now and then otherwise. */
function keepTimesFresh(views: Views, look: () => readonly FolderLook[]): Disposable {
  const all = Object.values(views);
  let stop: () => void = () => undefined;
  const wait = (ticks: number): void => {
    stop = systemClock.after(TICK_MS, () => {
      const isLive = look().some(({ state }) => state.live.length > 0);
      if (isLive || ticks % QUIET_TICKS === 0) for (const view of all) view.refresh();
      wait(ticks + 1);
    });
  };
  const begin = (): void => {
    stop();
    if (all.some(({ view }) => view.visible)) wait(1);
  };
  begin();
  return Disposable.from(...all.map(({ view }) => view.onDidChangeVisibility(begin)), new Disposable(() => stop()));
}

/** Tells menus and empty views what there is; only what changed, since each is a message to the window. */
function createContexts(): (folders: readonly FolderLook[]) => void {
  const told = new Map<string, boolean>();
  return (folders) => {
    const keys = {
      'toolyard.hasHooks': folders.some(({ state }) => state.hooks.length > 0),
      'toolyard.hasUnapproved': folders.some(({ state }) => state.hooks.some(needsApproval)),
    };
    for (const [key, value] of Object.entries(keys)) {
      if (told.get(key) === value) continue;
      told.set(key, value);
      void commands.executeCommand('setContext', key, value);
    }
  };
}

function toRunsMessage(folders: readonly FolderLook[]): string {
  const isElsewhere = folders.some(({ state }) => state.duty.kind === 'elsewhere');
  return isElsewhere ? 'Hooks run in another window or command. Runs are listed here when they have ended.' : '';
}
