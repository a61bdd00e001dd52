import { diagnoseNote, type Diagnosis } from '@toolyard/documents';
import { validateArguments } from '@toolyard/runtime';
import { Diagnostic, DiagnosticSeverity, Disposable, languages, Range, workspace, type TextDocument } from 'vscode';
import type { WindowNotes } from '../../notes/folder-notes.ts';
import { isNoteDocument, toDocumentName } from './note-documents.ts';

/** So long nobody types before a text is checked. */
const QUIET_MS = 300;

/** Shows what is wrong with the notes that are open, as they are typed; also where the workspace is not trusted, since reading is safe. */
export function watchNoteTexts(notes: WindowNotes): Disposable {
  const shown = languages.createDiagnosticCollection('toolyard-notes');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const plan = (document: TextDocument): void => {
    if (!isNoteDocument(document)) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    const timer = setTimeout(() => {
      const isLatest = (): boolean => waiting.get(key) === timer && !document.isClosed;
      void diagnose(notes, document, isLatest).then((found) => {
        if (found !== undefined && isLatest()) shown.set(document.uri, found);
      });
    }, QUIET_MS);
    waiting.set(key, timer);
  };
  const forget = (document: TextDocument): void => {
    clearTimeout(waiting.get(document.uri.toString()));
    waiting.delete(document.uri.toString());
    shown.delete(document.uri);
  };
  const planAll = (): void => workspace.textDocuments.forEach(plan);
  planAll();
  return Disposable.from(
    shown,
    workspace.onDidOpenTextDocument(plan),
    workspace.onDidChangeTextDocument(({ document }) => plan(document)),
    workspace.onDidCloseTextDocument(forget),
    new Disposable(notes.onChange(planAll)),
    new Disposable(() => waiting.forEach((timer) => clearTimeout(timer))),
  );
}

/** What is wrong with a note; `undefined` where it changed while it was looked at. */
async function diagnose(
  notes: WindowNotes,
  document: TextDocument,
  isLatest: () => boolean,
): Promise<Diagnostic[] | undefined> {
  const note = toDocumentName(document.uri);
  const found = notes.of(note);
  if (found === undefined) return [];
  const { catalogue, servers } = found.help();
  const problems = await diagnoseNote(found.read({ note, text: document.getText() }), {
    catalogue,
    validate: validateArguments,
    pause: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return isLatest();
    },
  });
  // Where there are no servers, a fence with a line "tool:" is most likely about something else.
  return problems
    ?.filter(({ code, severity }) => servers.length > 0 || code !== 'unknown-fence' || severity === 'error')
    .map((problem) => toDiagnostic(document, problem));
}

function toDiagnostic(document: TextDocument, { start, end, message, severity, code }: Diagnosis): Diagnostic {
  const diagnostic = new Diagnostic(
    new Range(document.positionAt(start), document.positionAt(end)),
    message,
    severity === 'error'
      ? DiagnosticSeverity.Error
      : code === 'unknown-fence'
        ? DiagnosticSeverity.Information
        : DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'Toolyard';
  diagnostic.code = code;
  return diagnostic;
}
