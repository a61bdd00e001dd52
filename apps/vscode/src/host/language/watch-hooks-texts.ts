import { Diagnostic, DiagnosticSeverity, Disposable, languages, Range, workspace, type TextDocument } from 'vscode';
import type { Folder, Folders } from '../../folder/folder.ts';
import { followFolders } from '../../folder/follow-folders.ts';
import { checkHooksText } from '../../language/check-hooks-text.ts';
import { findHooksDocument } from '../../language/find-hooks-document.ts';

/** So long nobody types before a text is checked. */
const QUIET_MS = 300;

/** Shows what is wrong with the hooks files that are open, as they are typed; also where the workspace is not trusted, since reading is safe. */
export function watchHooksTexts(folders: Folders): Disposable {
  const shown = languages.createDiagnosticCollection('toolyard');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const plan = (document: TextDocument): void => {
    if (findHooksDocument(folders, document.uri.fsPath) === undefined) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    const timer = setTimeout(() => {
      // Nobody but this timer takes it out while it runs: a later one means that this result is old.
      const isLatest = (): boolean => waiting.get(key) === timer && !document.isClosed;
      void findDiagnostics(folders, document, isLatest).then((found) => {
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
  const seen = new Set<Folder>();
  const open = (document: TextDocument): void => {
    const folder = findHooksDocument(folders, document.uri.fsPath)?.folder;
    // Without its servers a file can hardly be completed or checked. What they lack is shown in their own view.
    if (folder !== undefined && workspace.isTrusted && !seen.has(folder)) {
      seen.add(folder);
      void folder.lookForServers().catch(() => undefined);
    }
    plan(document);
  };
  const planAll = (): void => workspace.textDocuments.forEach(open);
  const stop = followFolders(folders, (folder) => {
    planAll();
    const unlisten = folder.onChange(planAll);
    return () => {
      unlisten();
      seen.delete(folder);
    };
  });
  return Disposable.from(
    shown,
    workspace.onDidOpenTextDocument(open),
    workspace.onDidChangeTextDocument(({ document }) => plan(document)),
    workspace.onDidSaveTextDocument(plan),
    workspace.onDidCloseTextDocument(forget),
    new Disposable(stop),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}

/** What is wrong with a text; `undefined` where it changed while it was looked at. */
async function findDiagnostics(
  folders: Folders,
  document: TextDocument,
  isLatest: () => boolean,
): Promise<Diagnostic[] | undefined> {
  const found = findHooksDocument(folders, document.uri.fsPath);
  if (found === undefined) return undefined;
  const { folder, format, file } = found;
  const given = { text: document.getText(), format, servers: folder.state().servers };
  const saved = document.isDirty ? [] : findingsOf(folder, file);
  const problems = await checkHooksText(given, saved, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return isLatest();
  });
  return problems?.map(({ range, message, severity }) => {
    const place = new Range(document.positionAt(range.start), document.positionAt(range.end));
    const level = severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
    const diagnostic = new Diagnostic(place, message, level);
    diagnostic.source = 'Toolyard';
    return diagnostic;
  });
}

function findingsOf(folder: Folder, file: string): ReturnType<Folder['state']>['findings'] {
  const { findings, hooks } = folder.state();
  return [...findings, ...hooks.flatMap((hook) => hook.findings)].filter((finding) => finding.file === file);
}
