import { parseNote, resolveBindings, type BoundBlock, type BoundNote } from '@toolyard/documents';
import type { KnownServers } from '../settings/plugin-data.ts';

/** A note as it is shown: its text and its path in the vault. */
export interface NoteText {
  readonly path: string;
  readonly text: string;
}

/** Gives the blocks of notes with their servers. */
export type BlockReader = (note: NoteText) => BoundNote;

/** Reads notes by the servers of the vault; of the note that was read last nothing is read again while its text stays, since each of its blocks asks. */
export function createBlockReader(data: () => KnownServers): BlockReader {
  let last: (NoteText & { readonly state: string; readonly bound: BoundNote }) | undefined;
  return ({ path, text }) => {
    const { servers, bindings } = data();
    const known = servers.map(({ name, enabled }) => ({ key: name, enabled }));
    const state = JSON.stringify([known, bindings]);
    if (last?.text === text && last.path === path && last.state === state) return last.bound;
    const note = parseNote(text, { servers: known.map((each) => each.key) });
    const bound = resolveBindings(note, { bindings, path, servers: known });
    last = { path, text, state, bound };
    return bound;
  };
}

/** The block that a line, the first of which is 1, stands in. */
export function findBlockAt({ blocks }: BoundNote, line: number): BoundBlock | undefined {
  return blocks.find(({ block: { range } }) => range.line <= line && line <= range.endLine);
}
