import { findDifference } from '../parse/find-difference.ts';
import type { Note } from '../parse/note.ts';
import { parseNote } from '../parse/parse-note.ts';
import { updateNote } from '../parse/update-note.ts';
import type { BindingContext, BoundBlock, BoundNote } from './binding.ts';
import { resolveBindings } from './resolve-bindings.ts';

/** What notes are read by. */
export interface NoteReading extends Pick<BindingContext, 'servers' | 'bindings'> {
  /** The keys that make a fence a tool block; those of all servers where absent. */
  readonly languages?: readonly string[];
}

/** A note as it is shown: its text, and its path as bindings know it. */
export interface NoteText {
  readonly path: string;
  readonly text: string;
}

/** A block as it is shown. */
export interface ViewedBlock extends BoundBlock {
  /** The server that the block, or else its section, is for: also where it cannot run there, and absent where any server would do. */
  readonly meant?: string | undefined;
}

/** A note whose blocks are shown. */
export interface ViewedNote extends BoundNote {
  readonly blocks: readonly ViewedBlock[];
}

/** Gives the blocks of notes with their servers. */
export type BlockReader = (note: NoteText) => ViewedNote;

interface KeptNote {
  readonly state: string;
  readonly bound: ViewedNote;
}

/** As many notes as one has in sight. */
const MOST_NOTES = 16;

/**
 * Reads notes by the servers that there are at that moment. What was read of a note is kept, since each of its blocks asks, and since an edit changes
 * little: then the lines around it are read again, and of the blocks those alone whose text is another one.
 */
export function createBlockReader(known: () => NoteReading): BlockReader {
  const kept = new Map<string, KeptNote>();
  return ({ path, text }) => {
    const { servers, bindings, languages = servers.map(({ key }) => key) } = known();
    const state = JSON.stringify([servers, bindings, languages]);
    const last = kept.get(path);
    if (last?.state === state && last.bound.note.text === text) return last.bound;
    const note = readNote(text, languages, last?.bound.note);
    const bound = addMeant(resolveBindings(note, { bindings, path, servers }));
    kept.delete(path);
    kept.set(path, { state, bound });
    for (const oldest of kept.keys()) if (kept.size > MOST_NOTES) kept.delete(oldest);
    return bound;
  };
}

function addMeant(bound: BoundNote): ViewedNote {
  const toViewed = (each: BoundBlock): ViewedBlock => {
    const { server, range } = each.block;
    return { ...each, meant: server ?? bound.serverAt(range.line) };
  };
  return { ...bound, blocks: bound.blocks.map(toViewed) };
}

function readNote(text: string, servers: readonly string[], last: Note | undefined): Note {
  if (last === undefined || last.servers.join('\n') !== servers.join('\n')) return parseNote(text, { servers });
  const edit = findDifference(last.text, text);
  return edit === undefined ? last : updateNote(last, edit);
}

/** The block that a line, the first of which is 1, stands in. */
export function findBlockAt({ blocks }: BoundNote, line: number): BoundBlock | undefined {
  return blocks.find(({ block: { range } }) => range.line <= line && line <= range.endLine);
}
