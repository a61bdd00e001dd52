import { Disposable, languages, workspace, type Diagnostic, type TextDocument } from 'vscode';

/** So long nobody types before a text is checked. */
const QUIET_MS = 300;

/** Which texts are checked, and how. */
export interface WatchedTexts {
  /** What the editor knows their problems by. */
  readonly name: string;
  readonly isWatched: (document: TextDocument) => boolean;
  /** Gives what is wrong. Between its steps it calls `pause`, and gives up with `undefined` where that says `false`: the text has changed. */
  readonly check: (document: TextDocument, pause: () => Promise<boolean>) => Promise<readonly Diagnostic[] | undefined>;
}

/** Problems that are kept up to date until it is disposed of. */
export interface TextWatch extends Disposable {
  /** Checks a text when nobody types any more. */
  plan(document: TextDocument): void;
}

/** Shows what is wrong with open texts as they are typed. Whoever watches plans those that are open already. */
export function watchTexts({ name, isWatched, check }: WatchedTexts): TextWatch {
  const shown = languages.createDiagnosticCollection(name);
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const plan = (document: TextDocument): void => {
    if (!isWatched(document)) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    const timer = setTimeout(() => {
      // Nobody but this timer takes it out while it runs: a later one means that this result is old.
      const isLatest = (): boolean => waiting.get(key) === timer && !document.isClosed;
      const pause = async (): Promise<boolean> => {
        await new Promise((resolve) => setImmediate(resolve));
        return isLatest();
      };
      void check(document, pause).then((found) => {
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
  const watching = Disposable.from(
    shown,
    workspace.onDidOpenTextDocument(plan),
    workspace.onDidChangeTextDocument(({ document }) => plan(document)),
    workspace.onDidCloseTextDocument(forget),
    new Disposable(() => waiting.forEach((timer) => clearTimeout(timer))),
  );
  return { plan, dispose: () => watching.dispose() };
}
