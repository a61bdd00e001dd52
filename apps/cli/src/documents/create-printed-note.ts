import type { NoteStore } from '@toolyard/documents';

/** A note that takes results in memory, to be printed; its file stays as it is. */
export interface PrintedNote extends NoteStore {
  /** The names of files that belong to its results, and are not there. */
  missing(): readonly string[];
}

/** The note of another store, read once. */
export function createPrintedNote(source: Pick<NoteStore, 'read'>): PrintedNote {
  let text: Promise<string> | undefined;
  const names: string[] = [];
  const read = (): Promise<string> => (text ??= source.read());
  return {
    read,
    async update(edit) {
      text = Promise.resolve(edit(await read()));
    },
    async attach(name) {
      names.push(name);
      return true;
    },
    missing: () => names,
  };
}
