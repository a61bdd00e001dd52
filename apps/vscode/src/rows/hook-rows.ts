import { cameToSomething } from '@toolyard/hooks';
import type { ShownHook } from '../folder/folder.ts';
import { dutyRows } from './duty-rows.ts';
import { findingRows } from './finding-rows.ts';
import type { FolderLook, ViewRow } from './row.ts';
import { countThings, toFolderRows, toRowText } from './text-row.ts';
import { toHookRow, type HookRun } from './to-hook-row.ts';

/** So many of the last runs of a hook stand below it; all are in the view of runs. */
const SHOWN_RUNS = 5;

/** Hooks of one place, which their row ids begin with. */
interface Place {
  readonly key: string;
  readonly now: number;
  readonly hooks: readonly PlacedHook[];
}

interface PlacedHook {
  readonly folder: FolderLook;
  readonly shown: ShownHook;
  readonly runs: readonly HookRun[];
}

/** The view of hooks: those of each folder, then the user's own, once. */
export function hookRows(folders: readonly FolderLook[], now: number): readonly ViewRow[] {
  const runs = indexRuns(folders);
  const own = userRows(folders, runs, now);
  const ofFolders = toFolderRows(
    folders,
    (folder) => workspaceRows(folder, runs, now),
    ({ state }) => countThings(state.hooks.filter(isOfWorkspace).length, 'hook'),
  );
  // An empty view says what to do, so nothing is shown where there are no hooks at all.
  const isEmpty = own.length === 0 && folders.every(({ state }) => isWithoutHooks(state));
  return isEmpty ? [] : [...ofFolders, ...own];
}

function isWithoutHooks({ hooks, findings, duty }: FolderLook['state']): boolean {
  return hooks.length === 0 && findings.length === 0 && duty.kind !== 'blocked' && duty.kind !== 'starting';
}

function isOfWorkspace({ resolved }: ShownHook): boolean {
  return resolved.known.source === 'workspace';
}

function workspaceRows(folder: FolderLook, runs: RunIndex, now: number): readonly ViewRow[] {
  const { path, state } = folder;
  const findings = state.findings.filter(({ file }) => file !== state.files.user.file);
  const hooks = state.hooks
    .filter(isOfWorkspace)
    .map((shown) => ({ folder, shown, runs: runs.get(toRunKey(shown, path)) ?? [] }));
  return [...dutyRows(folder), ...findingRows(`file:${path}`, findings), ...groupRows({ key: path, now, hooks })];
}

/** All folders have the same hooks of the user, with runs of their own. */
function userRows(folders: readonly FolderLook[], runs: RunIndex, now: number): readonly ViewRow[] {
  const hooks = new Map<string, PlacedHook>();
  for (const folder of folders) {
    for (const shown of folder.state.hooks) {
      const { hook } = shown.resolved.known;
      if (isOfWorkspace(shown) || hooks.has(hook.id)) continue;
      const ofAll = folders.flatMap(({ path }) => runs.get(toRunKey(shown, path)) ?? []);
      hooks.set(hook.id, { folder, shown, runs: ofAll.toSorted(compareRuns) });
    }
  }
  const [first] = folders;
  const findings = first?.state.findings.filter(({ file }) => file === first.state.files.user.file) ?? [];
  const children = [
    ...findingRows('file:user', findings),
    ...groupRows({ key: 'user', now, hooks: [...hooks.values()] }),
  ];
  if (first === undefined || children.length === 0) return [];
  return [
    {
      id: 'user',
      label: 'User',
      description: `${countThings(hooks.size, 'hook')} for all folders`,
      tooltip: 'Your own hooks, which run in every folder that you open.',
      icon: { name: 'account' },
      context: 'user',
      children,
      isOpen: true,
      subject: { kind: 'folder', folder: first.path },
    },
  ];
}

/** Groups first, as folders stand before files; each in the order of the file. */
function groupRows(place: Place): readonly ViewRow[] {
  const groups = new Map<string | undefined, PlacedHook[]>();
  for (const placed of place.hooks) {
    const { group } = placed.shown.resolved.known.hook;
    const members = groups.get(group);
    if (members === undefined) groups.set(group, [placed]);
    else members.push(placed);
  }
  const rows = [...groups].flatMap(([group, members]) =>
    group === undefined ? [] : [toGroupRow(place, group, members)],
  );
  return [...rows, ...(groups.get(undefined) ?? []).map((placed) => toRow(place, placed))];
}

function toGroupRow(place: Place, group: string, members: readonly PlacedHook[]): ViewRow {
  const waiting = members.filter(({ shown }) => needsApproval(shown)).length;
  const invalid = members.filter(({ shown }) => shown.state.startsWith('invalid')).length;
  return {
    id: `group:${place.key}:${group}`,
    label: toRowText(group),
    description: [
      countThings(members.length, 'hook'),
      ...(waiting === 0 ? [] : [`${waiting} not approved`]),
      ...(invalid === 0 ? [] : [`${invalid} invalid`]),
    ].join(' · '),
    icon: { name: 'folder' },
    context: 'group',
    children: members.map((placed) => toRow(place, placed)),
    isOpen: true,
    subject: { kind: 'group', folder: members[0]?.folder.path ?? '', group },
  };
}

/** Whether a person has to approve a hook before it runs. */
export function needsApproval({ state }: Pick<ShownHook, 'state'>): boolean {
  return state === 'not approved' || state === 'changed since approved';
}

function toRow({ key, now }: Place, { folder, shown, runs }: PlacedHook): ViewRow {
  const { hook } = shown.resolved.known;
  const live = folder.state.live.find((run) => run.hook === hook.id);
  const id = `hook:${key}:${hook.id}`;
  // What another folder has seen of the user's own hooks counts as well.
  const lastRun = runs.find(({ record }) => cameToSomething(record))?.record ?? shown.lastRun;
  const look = { ...shown, ...(lastRun === undefined ? {} : { lastRun }) };
  return toHookRow({ id, folder: folder.path, shown: look, live, runs: runs.slice(0, SHOWN_RUNS) }, now);
}

type RunIndex = ReadonlyMap<string, readonly HookRun[]>;

/** The last runs of each hook; states have thousands of them, so they are gone through once. */
function indexRuns(folders: readonly FolderLook[]): RunIndex {
  const index = new Map<string, HookRun[]>();
  for (const { path, state } of folders) {
    for (const record of state.runs) {
      const key = `${record.source} ${path} ${record.hook}`;
      const runs = index.get(key);
      if (runs === undefined) index.set(key, [{ folder: path, record }]);
      else if (runs.length < SHOWN_RUNS) runs.push({ folder: path, record });
    }
  }
  return index;
}

function toRunKey({ resolved }: ShownHook, path: string): string {
  return `${resolved.known.source} ${path} ${resolved.known.hook.id}`;
}

function compareRuns(one: HookRun, other: HookRun): number {
  return Date.parse(other.record.endedAt) - Date.parse(one.record.endedAt);
}
