import { resolve } from 'node:path';
import { parseNote, type BoundBlock } from '@toolyard/documents';
import { createNoteFile, watchFile } from '@toolyard/node';
import { knownServersOf, type NoteYard } from './note-path.ts';

/** What happens when a note is saved. */
export interface NoteWatchOptions extends Pick<NoteYard, 'yard'> {
  /** The folder that the names of files start from. */
  readonly cwd: string;
  /** Runs those blocks of a file, given by its full path, that are new or were changed; runs of one file come one after the other. */
  run(file: string, isChanged: (block: BoundBlock) => boolean): Promise<void>;
  /** A save whose blocks were not run; the file is watched on. */
  onError(error: unknown): void;
  /** Nothing is run any more after it. */
  readonly signal: AbortSignal;
  /** Of a watch that ended before this one: what was saved between them is run at once. */
  readonly known?: KnownBlocks;
}

/** The blocks of notes when they were last looked at, by full path. */
export type KnownBlocks = Map<string, ReadonlySet<string>>;

/** Files that are watched. */
export interface NoteWatch {
  /** Resolves when no run is left. */
  close(): Promise<void>;
}

/**
 * Watches notes and runs their blocks that are new or were changed, each time a file is saved. Rejects where one cannot be read, and
 * watches none then.
 */
export async function watchNotes(files: readonly string[], options: NoteWatchOptions): Promise<NoteWatch> {
  const opened = await Promise.allSettled(files.map((file) => watchNote(resolve(options.cwd, file), options)));
  const watches = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => void (await Promise.all(watches.map((watch) => watch.close())));
  const failed = opened.find((each) => each.status === 'rejected');
  if (failed === undefined) return { close };
  await close();
  throw failed.reason;
}

async function watchNote(file: string, options: NoteWatchOptions): Promise<NoteWatch> {
  const { known = new Map(), onError, run, signal, yard } = options;
  const wasKnown = known.has(file);
  if (!wasKnown) known.set(file, await readCalls(file, yard));
  let last: Promise<void> = Promise.resolve();

  async function runChanged(): Promise<void> {
    if (signal.aborted) return;
    const before = known.get(file) ?? new Set();
    const calls = await readCalls(file, yard);
    known.set(file, calls);
    if ([...calls].every((call) => before.has(call))) return;
    await run(file, ({ block }) => !before.has(toCall(block)));
  }

  // One after the other: a save during a run is looked at when that is over.
  const look = (): void => void (last = last.then(runChanged).catch(onError));
  const watch = watchFile(file, look);
  if (wasKnown) look();
  return {
    close() {
      watch.close();
      return last;
    },
  };
}

async function readCalls(file: string, yard: NoteYard['yard']): Promise<ReadonlySet<string>> {
  const servers = knownServersOf(yard).map(({ key }) => key);
  return new Set(parseNote(await createNoteFile(file).read(), { servers }).blocks.map(toCall));
}

/** The same for a block that was moved, another one for a block that asks for something else. */
function toCall({ hash, id }: BoundBlock['block']): string {
  return `${id} ${hash}`;
}
