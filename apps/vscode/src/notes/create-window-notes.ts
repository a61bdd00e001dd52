import { isAbsolute, resolve } from 'node:path';
import { createBlockReader, type NoteReading } from '@toolyard/documents';
import { BlockRuns, readKnownTools, toNotePath } from '@toolyard/host';
import type { Folder } from '../folder/folder.ts';
import { followFolders } from '../folder/follow-folders.ts';
import type { NoteTexts } from '../ports/note-texts.ts';
import type { CommandParts } from '../commands/command-table.ts';
import { openForPerson, type OpenParts } from '../servers/open-for-person.ts';
import { askAboutEdited, askToContinueNote } from './ask-about-notes.ts';
import { createKnownNotes } from './create-known-notes.ts';
import type { FolderNotes, WindowNotes } from './folder-notes.ts';

/** What notes of a window need of the editor. */
export interface WindowNotesParts extends OpenParts, Pick<CommandParts, 'folders'> {}

/** The notes of a window; nothing is read before a note is. */
export function createWindowNotes(parts: WindowNotesParts, texts: Pick<NoteTexts, 'openNote'>): WindowNotes {
  const { folders } = parts;
  const listeners = new Set<() => void>();
  const closing = new Set<Promise<void>>();
  const open = new Map<Folder, FolderNotes>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const stopFollowing = followFolders(folders, (folder) => {
    const { notes, close } = openFolderNotes(folder, { parts, texts, onChange: tell });
    open.set(folder, notes);
    tell();
    return () => {
      open.delete(folder);
      const closed = close().finally(() => closing.delete(closed));
      closing.add(closed);
      tell();
    };
  });
  return {
    of(note) {
      const folder = (isAbsolute(note) ? folders.of(note) : undefined) ?? folders.list()[0];
      return folder === undefined ? undefined : open.get(folder);
    },
    list: () => [...open.values()],
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stopFollowing();
      while (closing.size > 0) await Promise.all(closing);
    },
  };
}

interface FolderParts {
  readonly parts: WindowNotesParts;
  readonly texts: Pick<NoteTexts, 'openNote'>;
  onChange(): void;
}

function openFolderNotes(
  folder: Folder,
  { parts, texts, onChange }: FolderParts,
): { readonly notes: FolderNotes; close(): Promise<void> } {
  const { editor, later } = parts;
  const { host, named } = parts.accessOf(folder);
  const { clock, surroundings } = host;
  const known = createKnownNotes({ folder, clock, onChange, read: () => readKnownTools(surroundings, named) });
  const reader = createBlockReader((): NoteReading => {
    const { servers, bindings } = known.current();
    return { servers, bindings };
  });
  const read: FolderNotes['read'] = ({ note, text }) => {
    const { file } = known.current();
    const place = file === undefined ? {} : { file };
    return reader({ path: toNotePath(resolve(folder.path, note), { place, cwd: folder.path }), text });
  };
  const runs = new BlockRuns({
    host: { ...host, surroundings: { ...surroundings, cwd: folder.path } },
    app: {
      openNote: texts.openNote,
      notify: (message) => later(async () => void (await editor.notify('warning', message))),
      askAboutEdited: (blocks) => askAboutEdited(editor, blocks),
    },
    openYard: () => openForPerson(parts, folder),
    readBlocks: ({ path, text }) => read({ note: path, text }),
    servers: () => known.current().servers.map(({ key }) => key),
    mayContinue: (note, use) => askToContinueNote(editor, note, use),
  });
  const stop = runs.on(onChange);
  return {
    notes: { folder, help: () => known.current(), read, runs },
    async close() {
      known.close();
      await runs.close();
      stop();
    },
  };
}
