import { createBlockLocks } from '@toolyard/documents';
import { locateYard } from '@toolyard/host';
import { createNoteFile } from '@toolyard/node';
import { checkFiles } from '../documents/check-files.ts';
import { findNotes } from '../documents/find-notes.ts';
import { codeOf, reportChecks, reportRuns, type FileRun } from '../documents/report-run.ts';
import { nameFile, runFile, toNotePath, type RunWork } from '../documents/run-file.ts';
import type { RunOptions } from '../documents/run-options.ts';
import { createSelection } from '../documents/select-blocks.ts';
import { selectNeeded, type ReadNote } from '../documents/select-needed.ts';
import { watchNotes } from '../documents/watch-notes.ts';
import type { Host } from '../host/host.ts';
import { toEndCode } from '../to-exit-code.ts';
import { withYard, type WithYardOptions } from '../yard/with-yard.ts';

/** `toolyard run`: the tool blocks of notes, on the running yard, else on the servers that they need. */
export async function runRun(options: RunOptions, host: Host): Promise<number> {
  const files = await findNotes(options.files, host.cwd);
  const notes = await readNotes(files, options, host);
  // A note that is watched may name any server later.
  const select: WithYardOptions['select'] = (all) => (options.watch === true ? all : selectNeeded(all, notes));
  return withYard(host, { ...options, select }, async (use) => {
    const work = { use, host, options, locks: createBlockLocks() };
    if (options.check === true) return check(files, work);
    const runs = await runFiles(files, work);
    reportRuns(runs, host, options);
    const isOver = use.signal.aborted || runs.some(({ isInterrupted }) => isInterrupted === true);
    if (options.watch !== true || isOver) return codeOf(runs, options.failOn);
    await watchNotes(files, work);
    return toEndCode(use.signal.reason);
  });
}

async function readNotes(files: readonly string[], options: RunOptions, host: Host): Promise<readonly ReadNote[]> {
  const place = await locateYard(host, options);
  const read = async (file: string): Promise<ReadNote> => {
    const text = await createNoteFile(file).read();
    return { text, path: toNotePath(file, place.file, host) };
  };
  return Promise.all(files.map(read));
}

async function check(files: readonly string[], work: RunWork): Promise<number> {
  const runs = await checkFiles(files, work);
  if (work.options.json === true) reportRuns(runs, work.host, work.options);
  else reportChecks(runs, work.host);
  return codeOf(runs, work.options.failOn);
}

/** One file after the other, so that what is printed has their order. */
async function runFiles(files: readonly string[], work: RunWork): Promise<readonly FileRun[]> {
  const runs: FileRun[] = [];
  for (const file of files) {
    if (work.use.signal.aborted || runs.at(-1)?.isInterrupted === true) break;
    runs.push(await runFile(file, work, createSelection(work.options, nameFile(file, work.host))));
  }
  return runs;
}
