import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { toMessage } from '@toolyard/core';
import { readPlainFile } from '../file/read-plain-file.ts';
import { parseState, type StateForm, type UnusableState } from './versioned-state.ts';

/** A state file that is not used, and why. */
export interface UnusableFile {
  readonly file: string;
  readonly state: UnusableState;
}

/**
 * Gives state files of one folder that cannot be used other names beside their own, so that nothing of them is lost and nothing is written
 * over them. Gives what people have to know, on one line; `loss` is the sentence that says what it means for them.
 */
export async function setAside(files: readonly UnusableFile[], loss: string): Promise<string> {
  const told: string[] = [];
  for (const mark of new Set(files.map(({ state }) => markOf(state)))) {
    const marked = files.filter(({ state }) => markOf(state) === mark).map(({ file }) => file);
    const ends = await Promise.all(marked.map((file) => moveAside(file, mark)));
    told.push(`${describeUnusable(marked, mark)} ${describeEnds(ends, mark)}`);
  }
  return [...told, loss].join(' ');
}

/** Sets aside what another version, or nobody, wrote where a state file is going to be written; gives what people have to know. */
export async function makeRoom(file: string, form: StateForm<unknown>, loss: string): Promise<string | undefined> {
  const text = await readPlainFile(file).then(String, () => undefined);
  const state = text === undefined ? undefined : parseState(text, form);
  return state === undefined || state.kind === 'known' ? undefined : setAside([{ file, state }], loss);
}

function markOf(state: UnusableState): string {
  return state.kind === 'newer' ? `newer-${state.version}` : 'unreadable';
}

/** The new name, or why the file still has its own. */
type Moved = { readonly name: string } | { readonly reason: string };

async function moveAside(file: string, mark: string): Promise<Moved> {
  const aside = findFreeName(`${file}.${mark}`);
  try {
    await rename(file, aside);
    return { name: basename(aside) };
  } catch (error) {
    return { reason: toMessage(error) };
  }
}

function findFreeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number++) name = `${wanted}-${number}`;
  return name;
}

function describeUnusable(files: readonly string[], mark: string): string {
  const [first = ''] = files;
  const isNewer = mark !== 'unreadable';
  if (files.length === 1)
    return `${first} ${isNewer ? 'was written by a newer Toolyard' : 'is broken'} and is not used.`;
  const why = isNewer ? 'were written by a newer Toolyard' : 'are broken';
  return `${files.length} files in ${dirname(first)} ${why} and are not used.`;
}

function describeEnds(ends: readonly Moved[], mark: string): string {
  const failed = ends.find((end) => 'reason' in end);
  if (failed !== undefined) return `It could not be renamed: ${failed.reason}.`;
  const [first] = ends.flatMap((end) => ('name' in end ? [end.name] : []));
  return ends.length === 1 ? `It is kept as ${first}.` : `They are kept under names that end in ".${mark}".`;
}
