import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toMessage, ToolyardError, type SavedServer, type ServerMemory } from '@toolyard/core';
import { createDebouncedRun } from '../clock/create-debounced-run.ts';
import { readPlainFile } from '../file/read-plain-file.ts';
import { createLatestWriter, type LatestWriter } from './create-latest-writer.ts';
import { formatSavedServer, MAX_STATE_BYTES, SAVED_SERVER } from './parse-saved-server.ts';
import { describeLeftFiles, setAside, type UnusableFile } from './set-aside.ts';
import { parseState } from './versioned-state.ts';
import { writeFileAtomically } from '../file/write-file-atomically.ts';

/** A memory in files. */
export interface FileServerMemory extends ServerMemory {
  /**
   * Decides about the files that cannot be understood, of which people are told: they are set aside, or are left for another Toolyard that
   * runs on the same configuration. Until then, and where they are left, nothing is written in their place.
   */
  settleUnusable(how: 'set-aside' | 'leave'): Promise<void>;
  /** Resolves when all that was remembered is on the disk, or was found impossible to write. */
  flush(): Promise<void>;
}

const LEFTOVER_MS = 60_000;

/**
 * What was learned of servers is written when there was nothing new for a moment: while they start, clients wait for their
 * lists, and for each server a file has to reach the disk.
 */
const SAVED_AFTER = { quietMs: 250, mostMs: 2000 };

const LEFT =
  'Another Toolyard may be using the same files, so none was renamed. These servers are on or off as the configuration says.';

const LOSS = 'Until you switch them again, these servers are on or off as the configuration says.';

/**
 * Keeps each server in a file of its own below `folder`; all are read now. A file that cannot be understood counts as none, and
 * `settleUnusable` tells `onFailure` of it with `state-not-read`; one of over `maxBytes` is not read. `onFailure` is also told once when
 * writing fails, and again only after it worked in between.
 */
export async function createFileServerMemory(
  folder: string,
  onFailure: (error: ToolyardError) => void,
  maxBytes: number = MAX_STATE_BYTES,
): Promise<FileServerMemory> {
  const place = join(folder, 'servers');
  const { known, unusable, leftovers } = await readAll(place, maxBytes);
  await Promise.all(leftovers.map(removeLeftover));
  const foreign = createForeignFiles(unusable, onFailure, maxBytes);
  const writers = new Map<string, LatestWriter>();
  const unsaved = new Map<string, SavedServer>();
  const saving = createDebouncedRun(save, SAVED_AFTER);
  let hasFailed = false;

  /** One after another, so that whoever else reads files does not wait for all of them. */
  async function save(): Promise<void> {
    for (const saved of unsaved.values()) await give(saved).flush();
  }

  function give(saved: SavedServer): LatestWriter {
    unsaved.delete(saved.key);
    const writer = writerOf(saved.key);
    writer.give(formatSavedServer(saved));
    return writer;
  }

  async function write(file: string, text: string): Promise<boolean> {
    if (foreign.isForOthers(file)) return false;
    try {
      foreign.refuse(file);
      await writeFileAtomically(file, text);
      hasFailed = false;
      return true;
    } catch (error) {
      if (!hasFailed) onFailure(toFailure(file, error));
      hasFailed = true;
      return false;
    }
  }

  function writerOf(key: string): LatestWriter {
    const file = join(place, fileNameOf(key));
    const writer = writers.get(key) ?? createLatestWriter((text) => write(file, text));
    writers.set(key, writer);
    return writer;
  }

  return {
    settleUnusable: (how) => foreign.settle(how),
    recall: (key) => known.get(key),
    remember(saved) {
      const isSwitch = hasOtherSwitch(saved, known.get(saved.key));
      known.set(saved.key, saved);
      unsaved.set(saved.key, saved);
      // A person's word must outlive a kill; what was learned can be learned again.
      if (isSwitch) give(saved);
      else saving.call();
    },
    async flush() {
      for (const saved of unsaved.values()) give(saved);
      await Promise.all([saving.flush(), ...[...writers.values()].map((writer) => writer.flush())]);
    },
  };
}

/** Files that this version cannot understand, and that it must not write over. */
interface ForeignFiles {
  /** It may be of use to another Toolyard, of which people know already. */
  isForOthers(file: string): boolean;
  /** Throws where the file should not be there any more, and still is. */
  refuse(file: string): void;
  settle(how: 'set-aside' | 'leave'): Promise<void>;
}

function createForeignFiles(
  unusable: readonly UnusableFile[],
  onFailure: (error: ToolyardError) => void,
  maxBytes: number,
): ForeignFiles {
  let left: readonly string[] = unusable.map(({ file }) => file);
  let isOwner = false;
  const isUsable = async (moved: string, file: string): Promise<boolean> =>
    'key' in ((await readOne(moved, basename(file), maxBytes)) ?? {});
  return {
    isForOthers: (file) => !isOwner && left.includes(file),
    refuse(file) {
      if (left.includes(file)) throw new Error('the file there could not be renamed');
    },
    async settle(how) {
      if (unusable.length === 0) return;
      isOwner = how === 'set-aside';
      const settled = isOwner
        ? await setAside(unusable, { loss: LOSS, isUsable })
        : { message: describeLeftFiles(unusable, LEFT), left };
      ({ left } = settled);
      if (settled.message !== undefined) onFailure(new ToolyardError('state-not-read', settled.message));
    },
  };
}

/** What is remembered below a folder, for those who only look. */
export interface ReadServerMemory extends Pick<ServerMemory, 'recall'> {
  /** The files that the next Toolyard that runs these servers sets aside. */
  readonly unusable: readonly UnusableFile[];
}

/** Reads what is remembered below `folder`, and changes nothing. */
export async function readServerMemory(folder: string): Promise<ReadServerMemory> {
  const { known, unusable } = await readAll(join(folder, 'servers'), MAX_STATE_BYTES);
  return { recall: (key) => known.get(key), unusable };
}

/** The hash of an entry says something of its switch alone, though servers that nobody switched may have one too. */
function hasOtherSwitch({ enabled, entryHash }: SavedServer, before: SavedServer | undefined): boolean {
  return enabled !== before?.enabled || (enabled !== undefined && entryHash !== before?.entryHash);
}

/** Keys may hold characters that no file name can, and differ in case only. */
function fileNameOf(key: string): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`;
}

interface ReadServers {
  readonly known: Map<string, SavedServer>;
  readonly unusable: readonly UnusableFile[];
  /** What writers have not finished, or left. */
  readonly leftovers: readonly string[];
}

async function readAll(folder: string, maxBytes: number): Promise<ReadServers> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const read = await Promise.all(files.map((name) => readOne(join(folder, name), name, maxBytes)));
  return {
    leftovers: names.filter((name) => name.endsWith('.tmp')).map((name) => join(folder, name)),
    known: new Map(read.flatMap((each) => (each !== undefined && 'key' in each ? [[each.key, each]] : []))),
    unusable: read.flatMap((each) => (each !== undefined && 'state' in each ? [each] : [])),
  };
}

/** What the file of that name says, wherever it is now; `undefined` for what is no plain file, or too large. */
async function readOne(file: string, name: string, maxBytes: number): Promise<SavedServer | UnusableFile | undefined> {
  const bytes = await readPlainFile(file, maxBytes).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const state = parseState(bytes.toString('utf8'), SAVED_SERVER);
  if (state.kind !== 'known') return { file, state };
  return fileNameOf(state.value.key) === name ? state.value : { file, state: { kind: 'unreadable' } };
}

/** A writer that was killed leaves its unfinished text; a young one may belong to a writer that is at work. */
async function removeLeftover(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile() && Date.now() - stats.mtimeMs > LEFTOVER_MS)
    await rm(file, { force: true }).catch(() => undefined);
}

function toFailure(file: string, error: unknown): ToolyardError {
  const message = `The state of a server could not be written to ${file}: ${toMessage(error)}. It is lost at the next start; make the folder writable.`;
  return new ToolyardError('state-not-written', message, { cause: error });
}
