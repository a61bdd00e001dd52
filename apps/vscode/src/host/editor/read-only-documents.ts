import { Disposable, EventEmitter, Uri, workspace } from 'vscode';

/** Texts that are shown in editors and that nobody can edit. */
export interface ReadOnlyDocuments extends Disposable {
  /** Keeps a text until its editor is closed, and gives its address; one with the same title that is open shows the new text. */
  put(title: string, text: string, language?: string): Uri;
}

const SCHEME = 'toolyard';

/** The editor goes by the ending, since setting a language closes the document and opens it again. */
const ENDINGS: Readonly<Record<string, string>> = { json: '.json', markdown: '.md', yaml: '.yaml' };

/** A tab that the editor restored after a restart has nothing to show. */
const GONE = 'This text was not kept. Close this tab, and run the command again.';

/** Creates the documents, and answers the editor for as long as they are not disposed of. */
export function openReadOnlyDocuments(): ReadOnlyDocuments {
  const texts = new Map<string, string>();
  const changed = new EventEmitter<Uri>();
  const registered = Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? GONE,
    }),
    workspace.onDidCloseTextDocument(({ uri }) => void texts.delete(uri.toString())),
  );
  return {
    put(title, text, language = '') {
      // What stands behind a slash would be all that the tab shows.
      const name = `${title.replaceAll(/[\\/]/g, '-')}${ENDINGS[language] ?? ''}`;
      const uri = Uri.from({ scheme: SCHEME, path: `/${name}` });
      texts.set(uri.toString(), text);
      changed.fire(uri);
      return uri;
    },
    dispose: () => void registered.dispose(),
  };
}
