import { DiagnosticSeverity, Disposable, languages, Uri, type Diagnostic } from 'vscode';
import { createDiagnosticsWatch } from '../../events/create-diagnostics-watch.ts';
import { isHooksFile } from '../../events/is-hooks-file.ts';
import type { EditorProblem } from '../../events/to-diagnostics-event.ts';
import type { Folder } from '../../folder/folder.ts';
import type { NewEvent } from '@toolyard/hooks';
import type { EditorWatch } from './editor-watch.ts';

/** Under which name the workspace's state remembers what was told. */
const KNOWN = 'toolyard.diagnostics';

/** Tells of each file of a folder whose errors or warnings are others. */
export function watchDiagnostics({ clock, context, folders, teller }: EditorWatch): Disposable {
  const watch = createDiagnosticsWatch({
    clock,
    known: context.workspaceState.get<Readonly<Record<string, string>>>(KNOWN, {}),
    isWatched: (file) => !isHooksFile(file) && folders.of(file) !== undefined,
    read: (file) => languages.getDiagnostics(Uri.file(file)).map(toProblem),
    keep: (known) => void context.workspaceState.update(KNOWN, known),
    onChanged(changes) {
      const byFolder = new Map<Folder, NewEvent[]>();
      for (const { file, event } of changes) {
        const folder = folders.of(file);
        if (folder !== undefined) byFolder.set(folder, [...(byFolder.get(folder) ?? []), event]);
      }
      for (const [folder, events] of byFolder) void teller.tell(folder, events);
    },
  });
  return Disposable.from(
    watch,
    languages.onDidChangeDiagnostics(({ uris }) =>
      watch.changed(uris.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath)),
    ),
  );
}

const SEVERITIES: Readonly<Record<DiagnosticSeverity, EditorProblem['severity']>> = {
  [DiagnosticSeverity.Error]: 'error',
  [DiagnosticSeverity.Warning]: 'warning',
  [DiagnosticSeverity.Information]: 'information',
  [DiagnosticSeverity.Hint]: 'hint',
};

function toProblem({ severity, message, range, source, code }: Diagnostic): EditorProblem {
  const { line, character } = range.start;
  const name = typeof code === 'object' ? code.value : code;
  return {
    severity: SEVERITIES[severity],
    message,
    line: line + 1,
    column: character + 1,
    source,
    code: name === undefined ? undefined : String(name),
  };
}
