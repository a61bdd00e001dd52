import { createBlockReader } from '@toolyard/documents';
import { CodeLens, Disposable, EventEmitter, languages, Range } from 'vscode';
import type { WindowNotes } from '../../notes/folder-notes.ts';
import { listNoteLenses } from '../../notes/list-note-lenses.ts';
import { NOTES, toDocumentName } from './note-documents.ts';

/** Lenses above blocks and bound sections; they change with runs, servers and trust. */
export function provideNoteLenses(notes: WindowNotes): Disposable {
  const changed = new EventEmitter<void>();
  const readAlone = createBlockReader(() => ({ servers: [], bindings: [] }));
  const provider = languages.registerCodeLensProvider(NOTES, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const note = toDocumentName(document.uri);
      const text = document.getText();
      const found = notes.of(note);
      const bound = found === undefined ? readAlone({ path: note, text }) : found.read({ note, text });
      const facts = { note, ...(found !== undefined && { notes: found }), now: Date.now() };
      return listNoteLenses(bound, facts).map(({ line, title, command = '', subject }) => {
        const place = document.lineAt(line - 1).range.start;
        const lens = { title, command, ...(subject !== undefined && { arguments: [subject] }) };
        return new CodeLens(new Range(place, place), lens);
      });
    },
  });
  return Disposable.from(provider, changed, new Disposable(notes.onChange(() => changed.fire())));
}
