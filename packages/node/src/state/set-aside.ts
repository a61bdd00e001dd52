import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { toMessage, ToolyardError } from '@toolyard/core';
import { hasCode } from '../file/has-code.ts';
import { readPlainFile } from '../file/read-plain-file.ts';
import { parseState, type StateForm, type StateText, type UnusableState } from './versioned-state.ts';

/** A state file that is not used, and why. */
export interface UnusableFile {
  readonly file: string;
  readonly state: UnusableState;
}

/** How files are set aside. */
export interface SetAsideOptions {
  /** The sentence that says what it means for people. */
  readonly loss: string;
  /**
   * Whether what was moved from `file` can be used after all: another process may have set the file aside already and written a good one in
   * its place, which then gets its name back. Absent where one process alone has the files.
   */
  isUsable?(moved: string, file: string): Promise<boolean>;
}

/** What became of files that were to be set aside. */
export interface SetAsideResult {
  /** What people have to know, on one line; absent where other processes had done it all. */
  readonly message?: string;
  /** Those that could not be renamed. Nothing may be written in their place. */
  readonly left: readonly string[];
}

/** Gives state files of one folder that cannot be used other names beside their own, so that nothing of them is lost. */
export async function setAside(files: readonly UnusableFile[], options: SetAsideOptions): Promise<SetAsideResult> {
  const told: string[] = [];
  const left: string[] = [];
  for (const mark of new Set(files.map(({ state }) => markOf(state)))) {
    const marked = files.filter(({ state }) => markOf(state) === mark);
    const moved = await Promise.all(marked.map(({ file }) => moveAside(file, mark, options)));
    const ends = moved.flatMap((end) => end ?? []);
    left.push(...ends.flatMap((end) => ('reason' in end ? [end.file] : [])));
    if (ends.length > 0) told.push(`${describeUnusable(ends, mark)} ${describeEnds(ends, mark)}`);
  }
  return told.length === 0 ? { left } : { message: [...told, options.loss].join(' '), left };
}

/**
 * Sets aside what another version, or nobody, wrote where a state file is going to be written; gives what people have to know. Rejects with
 * `state-not-written` where it could not be renamed.
 */
export async function makeRoom(file: string, form: StateForm<unknown>, loss: string): Promise<string | undefined> {
  const read = async (path: string): Promise<StateText<unknown> | undefined> => {
    const text = await readPlainFile(path).then(String, () => undefined);
    return text === undefined ? undefined : parseState(text, form);
  };
  const state = await read(file);
  if (state === undefined || state.kind === 'known') return undefined;
  const isUsable = async (moved: string): Promise<boolean> => (await read(moved))?.kind === 'known';
  const { message, left } = await setAside([{ file, state }], { loss, isUsable });
  if (left.length > 0) throw new ToolyardError('state-not-written', `${message} Make the folder writable.`);
  return message;
}

/** Says that files of one folder are not used and stay as they are, on one line. */
export function describeLeftFiles(files: readonly UnusableFile[], why: string): string {
  const marks = [...new Set(files.map(({ state }) => markOf(state)))];
  const withMark = (mark: string): UnusableFile[] => files.filter(({ state }) => markOf(state) === mark);
  const told = marks.map((mark) => describeUnusable(withMark(mark), mark));
  return [...told, why].join(' ');
}

function markOf(state: UnusableState): string {
  return state.kind === 'newer' ? `newer-${state.version}` : 'unreadable';
}

/** The new name, or why the file still has its own. */
type Moved = { readonly file: string } & ({ readonly name: string } | { readonly reason: string });

/** `undefined` where another process was faster. */
async function moveAside(file: string, mark: string, { isUsable }: SetAsideOptions): Promise<Moved | undefined> {
  let aside: string | undefined;
  try {
    aside = await reserveName(`${file}.${mark}`);
    await rename(file, aside);
  } catch (error) {
    if (aside !== undefined) await removeQuietly(aside);
    return hasCode(error, 'ENOENT') ? undefined : { file, reason: toMessage(error) };
  }
  const isGood = (await isUsable?.(aside, file)) === true;
  return isGood && (await giveBack(aside, file)) ? undefined : { file, name: basename(aside) };
}

/** Makes an empty file with a name that nobody else has: a name that was only looked for could be taken before it is used. */
async function reserveName(wanted: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await (await open(name, 'wx', 0o600)).close();
      return name;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

/** Undoes the renaming, unless another one was written meanwhile, which is newer; false where the system cannot. */
async function giveBack(aside: string, file: string): Promise<boolean> {
  try {
    await link(aside, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) return false;
  }
  await removeQuietly(aside);
  return true;
}

/** What stays would be one name more, and nothing is lost by it. */
async function removeQuietly(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}

function describeUnusable(files: readonly { readonly file: string }[], mark: string): string {
  const { file: first = '' } = files[0] ?? {};
  const isNewer = mark !== 'unreadable';
  if (files.length === 1)
    return `${first} ${isNewer ? 'was written by a newer Toolyard' : 'is broken'} and is not used.`;
  const why = isNewer ? 'were written by a newer Toolyard' : 'are broken';
  return `${files.length} files in ${dirname(first)} ${why} and are not used.`;
}

function describeEnds(ends: readonly Moved[], mark: string): string {
  const names = ends.flatMap((end) => ('name' in end ? [end.name] : []));
  const [reason] = ends.flatMap((end) => ('reason' in end ? [end.reason] : []));
  const kept = `kept under names with ".${mark}".`;
  if (reason === undefined) return ends.length === 1 ? `It is kept as ${names[0]}.` : `They are ${kept}`;
  if (ends.length === 1) return `It could not be renamed: ${reason}.`;
  const failed = `${ends.length - names.length} of ${ends.length} could not be renamed: ${reason}.`;
  return names.length === 0 ? failed : `${failed} The others are ${kept}`;
}
