import { diagnoseNote, type Diagnosis } from '@toolyard/documents';
import { validateArguments } from '@toolyard/runtime';
import { Diagnostic, DiagnosticSeverity, Disposable, workspace, type TextDocument } from 'vscode';
import type { WindowNotes } from '../../notes/folder-notes.ts';
import { toRange } from '../editor/to-range.ts';
import { watchTexts } from '../editor/watch-texts.ts';
import { isNoteDocument, toDocumentName } from './note-documents.ts';

/** Shows what is wrong with the notes that are open, as they are typed; also where the workspace is not trusted, since reading is safe. */
export function watchNoteTexts(notes: WindowNotes): Disposable {
  const watch = watchTexts({
    name: 'toolyard-notes',
    isWatched: isNoteDocument,
    check: (document, pause) => diagnose(notes, document, pause),
  });
  const planAll = (): void => workspace.textDocuments.forEach((document) => watch.plan(document));
  planAll();
  return Disposable.from(watch, new Disposable(notes.onChange(planAll)));
}

/** What is wrong with a note; `undefined` where it changed while it was looked at. */
async function diagnose(
  notes: WindowNotes,
  document: TextDocument,
  pause: () => Promise<boolean>,
): Promise<readonly Diagnostic[] | undefined> {
  const note = toDocumentName(document.uri);
  const found = notes.of(note);
  if (found === undefined) return [];
  const { catalogue, servers } = found.help();
  const problems = await diagnoseNote(found.read({ note, text: document.getText() }), {
    catalogue,
    validate: validateArguments,
    pause,
  });
  // Where there are no servers, a fence with a line "tool:" is most likely about something else.
  return problems
    ?.filter(({ code, severity }) => servers.length > 0 || code !== 'unknown-fence' || severity === 'error')
    .map((problem) => toDiagnostic(document, problem));
}

function toDiagnostic(document: TextDocument, problem: Diagnosis): Diagnostic {
  const diagnostic = new Diagnostic(toRange(document, problem), problem.message, toSeverity(problem));
  diagnostic.source = 'Toolyard';
  diagnostic.code = problem.code;
  return diagnostic;
}

function toSeverity({ severity, code }: Diagnosis): DiagnosticSeverity {
  if (severity === 'error') return DiagnosticSeverity.Error;
  return code === 'unknown-fence' ? DiagnosticSeverity.Information : DiagnosticSeverity.Warning;
}
