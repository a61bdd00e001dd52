import { parseNote, renameServer } from '@toolyard/documents';
import type { NoteApp } from '../ports/note-app.ts';
import { isBlockLanguage } from '@toolyard/host';

/** A note that names the server has the name in it, and most notes of a vault do not. */
function rename(text: string, from: string, to: string): string {
  if (!text.includes(from)) return text;
  return renameServer(parseNote(text, { servers: isBlockLanguage(from) ? [from] : [] }), from, to);
}

/** The notes that name a server in blocks or in bindings. */
export async function findUses(
  { listNotes, openNote }: Pick<NoteApp, 'listNotes' | 'openNote'>,
  name: string,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const path of listNotes()) {
    const text = await openNote(path).read();
    if (rename(text, name, `${name}-`) !== text) paths.push(path);
  }
  return paths;
}

/** Gives a server another name in those notes, in editors that show them as one step that can be undone; which notes were changed. */
export async function renameInNotes(
  app: Pick<NoteApp, 'listNotes' | 'openNote'>,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const paths = await findUses(app, from);
  for (const path of paths) await app.openNote(path).update((text) => rename(text, from, to));
  return paths;
}
