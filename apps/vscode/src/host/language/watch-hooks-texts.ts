import { Diagnostic, DiagnosticSeverity, Disposable, workspace, type TextDocument } from 'vscode';
import type { Folder, Folders } from '../../folder/folder.ts';
import { followFolders } from '../../folder/follow-folders.ts';
import { checkHooksText } from '../../language/check-hooks-text.ts';
import { findHooksDocument } from '../../language/find-hooks-document.ts';
import { toRange } from '../editor/to-range.ts';
import { watchTexts } from '../editor/watch-texts.ts';

/** Shows what is wrong with the hooks files that are open, as they are typed; also where the workspace is not trusted, since reading is safe. */
export function watchHooksTexts(folders: Folders): Disposable {
  const watch = watchTexts({
    name: 'toolyard',
    isWatched: ({ uri }) => findHooksDocument(folders, uri.fsPath) !== undefined,
    check: (document, pause) => findDiagnostics(folders, document, pause),
  });
  const seen = new Set<Folder>();
  const look = (document: TextDocument): void => {
    const folder = findHooksDocument(folders, document.uri.fsPath)?.folder;
    // Without its servers a file can hardly be completed or checked. What they lack is shown in their own view.
    if (folder !== undefined && workspace.isTrusted && !seen.has(folder)) {
      seen.add(folder);
      void folder.lookForServers().catch(() => undefined);
    }
  };
  const planAll = (): void =>
    workspace.textDocuments.forEach((document) => {
      look(document);
      watch.plan(document);
    });
  const stop = followFolders(folders, (folder) => {
    planAll();
    const unlisten = folder.onChange(planAll);
    return () => {
      unlisten();
      seen.delete(folder);
    };
  });
  return Disposable.from(
    watch,
    workspace.onDidOpenTextDocument(look),
    workspace.onDidSaveTextDocument((document) => watch.plan(document)),
    new Disposable(stop),
  );
}

/** What is wrong with a text; `undefined` where it changed while it was looked at. */
async function findDiagnostics(
  folders: Folders,
  document: TextDocument,
  pause: () => Promise<boolean>,
): Promise<readonly Diagnostic[] | undefined> {
  const found = findHooksDocument(folders, document.uri.fsPath);
  if (found === undefined) return undefined;
  const { folder, format, file } = found;
  const given = { text: document.getText(), format, servers: folder.state().servers };
  const saved = document.isDirty ? [] : findingsOf(folder, file);
  const problems = await checkHooksText(given, saved, pause);
  return problems?.map(({ range, message, severity }) => {
    const level = severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
    const diagnostic = new Diagnostic(toRange(document, range), message, level);
    diagnostic.source = 'Toolyard';
    return diagnostic;
  });
}

function findingsOf(folder: Folder, file: string): ReturnType<Folder['state']>['findings'] {
  const { findings, hooks } = folder.state();
  return [...findings, ...hooks.flatMap((hook) => hook.findings)].filter((finding) => finding.file === file);
}
