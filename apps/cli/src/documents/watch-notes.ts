import { parseNote, type BoundBlock } from '@toolyard/documents';
import { createNoteFile, watchFile } from '@toolyard/node';
import { untilAborted } from '../host/until-aborted.ts';
import { knownServersOf, nameFile, runFile, type RunWork } from './run-file.ts';
import { reportRuns } from './report-run.ts';
import { createSelection } from './select-blocks.ts';

/** Runs the blocks that are new or were changed, each time a file is saved, until the signal. */
export async function watchNotes(files: readonly string[], work: RunWork): Promise<void> {
  const { host, use } = work;
  const watches = await Promise.all(files.map((file) => watchNote(file, work)));
  const names = files.map((file) => nameFile(file, host)).join(', ');
  host.stderr.write(`Watching ${names}. Ctrl-C ends it.\n`);
  await untilAborted(use.signal);
  for (const watch of watches) watch.close();
  await Promise.all(watches.map((watch) => watch.idle()));
}

interface NoteWatch {
  close(): void;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

async function watchNote(file: string, work: RunWork): Promise<NoteWatch> {
  let known = await readCalls(file, work);
  let last: Promise<void> = Promise.resolve();

  async function runChanged(): Promise<void> {
    if (work.use.signal.aborted) return;
    const before = known;
    known = await readCalls(file, work);
    if ([...known].every((call) => before.has(call))) return;
    const { section } = work.options;
    // Lines move with every edit, so `--line` is about the first run alone.
    const isSelected = createSelection(section === undefined ? {} : { section }, nameFile(file, work.host));
    const run = await runFile(file, work, (bound, note) => isSelected(bound, note) && !before.has(toCall(bound.block)));
    reportRuns([run], work.host, work.options);
  }

  const report = (error: unknown): void => {
    work.host.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  };
  // One after the other: a save during a run is looked at when that is over.
  const watch = watchFile(file, () => {
    last = last.then(runChanged).catch(report);
  });
  return { close: () => watch.close(), idle: () => last };
}

async function readCalls(file: string, { use }: RunWork): Promise<ReadonlySet<string>> {
  const servers = knownServersOf(use.yard).map(({ key }) => key);
  return new Set(parseNote(await createNoteFile(file).read(), { servers }).blocks.map(toCall));
}

/** The same for a block that was moved, another one for a block that asks for something else. */
function toCall({ hash, id }: BoundBlock['block']): string {
  return `${id} ${hash}`;
}
