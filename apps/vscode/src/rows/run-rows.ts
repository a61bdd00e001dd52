import type { FolderLook, ViewRow } from './row.ts';
import { countThings, createTextRow, toFolderRows } from './text-row.ts';
import { toLiveRow, toRunRow, toRunRowId } from './to-run-row.ts';

/** More than anybody looks through in a side bar. */
const SHOWN_RUNS = 200;

/** The view of runs: those that go on first, then those that have ended, the newest first. */
export function runRows(folders: readonly FolderLook[], now: number): readonly ViewRow[] {
  return toFolderRows(
    folders,
    (folder) => rowsOf(folder, now),
    ({ state }) => countThings(state.live.length + state.runs.length, 'run'),
  );
}

function rowsOf({ path, state }: FolderLook, now: number): readonly ViewRow[] {
  const names = new Map(state.hooks.map(({ resolved: { known } }) => [known.hook.id, known.hook.name]));
  const live = state.live.map((run) => toLiveRow(path, { ...run, hook: names.get(run.hook) ?? run.hook }, now));
  const ids = new Set(live.map(({ id }) => id));
  const ended: ViewRow[] = [];
  for (const record of state.runs) {
    const id = toRunRowId(path, record.id);
    // The same run may be read from the log while its end is still being told.
    if (ids.has(id)) continue;
    ids.add(id);
    ended.push(toRunRow(id, path, record, { now, isNamed: true }));
    if (ended.length === SHOWN_RUNS) break;
  }
  const left = state.runs.length - ended.length;
  return [...live, ...ended, ...(ended.length === SHOWN_RUNS && left > 0 ? [toRestRow(path, left)] : [])];
}

function toRestRow(path: string, left: number): ViewRow {
  return createTextRow(`rest:${path}`, `${countThings(left, 'older run')} not shown`, {
    tooltip: 'The log keeps them; it is below the state folder of Toolyard.',
    icon: { name: 'ellipsis' },
  });
}
