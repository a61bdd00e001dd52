import { ToolyardError, toVisibleLine } from '@toolyard/core';
import { nameEvent, toShownTime, type RunRecord } from '@toolyard/hooks';
import type { Folder } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { findFolder } from './choose-folder.ts';
import type { CommandParts } from './command-table.ts';

/** A run of a folder that has ended. */
export interface FoundRun {
  readonly folder: Folder;
  readonly run: RunRecord;
}

/** The run that a command is about: that of its subject, or one that a person picks, the newest first; `undefined` where they leave. */
export async function chooseRun(
  parts: CommandParts,
  subject: Subject | undefined,
  title: string,
): Promise<FoundRun | undefined> {
  const folders = parts.folders.list();
  if (subject?.kind === 'run') return findRunOf(findFolder(folders, subject.folder), subject.run);
  const among = subject !== undefined && 'folder' in subject ? [findFolder(folders, subject.folder)] : folders;
  const found = among
    .flatMap((folder) => folder.state().runs.map((run) => ({ folder, run })))
    .filter(({ run }) => subject?.kind !== 'hook' || run.hook === subject.hook)
    .toSorted((a, b) => b.run.endedAt.localeCompare(a.run.endedAt));
  if (found.length > 0) {
    const choices = found.map(({ folder, run }) => toRunChoice({ folder, run }, among.length > 1));
    return parts.editor.pick(choices, { title, placeholder: 'Which run?' });
  }
  parts.later(async () => void (await parts.editor.notify('info', 'No hook has run here yet.')));
  return undefined;
}

/** The run with this id; throws `usage` where it has not ended, or is not kept any more. */
export function findRunOf(folder: Folder, id: string): FoundRun {
  const { runs, live } = folder.state();
  const run = runs.find((each) => each.id === id);
  if (run !== undefined) return { folder, run };
  if (live.some((each) => each.id === id)) {
    throw new ToolyardError('usage', 'The run has not ended yet. Look at it again when it has.');
  }
  throw new ToolyardError('usage', 'The run is not kept any more: only the last ones are.');
}

function toRunChoice(found: FoundRun, withFolder: boolean): { label: string; description: string; value: FoundRun } {
  const { folder, run } = found;
  const where = withFolder ? [folder.name] : [];
  const reason = run.reason === undefined ? {} : { detail: toVisibleLine(run.reason) };
  return {
    label: toVisibleLine(run.name ?? run.hook),
    description: [run.status, nameEvent(run), toShownTime(run.endedAt), ...where].join(' · '),
    ...reason,
    value: found,
  };
}
