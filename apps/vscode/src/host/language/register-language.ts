import {
  CodeLens,
  CompletionItem,
  CompletionItemKind,
  Disposable,
  EventEmitter,
  Hover,
  languages,
  MarkdownString,
  Range,
  workspace,
  type DocumentFilter,
  type TextDocument,
} from 'vscode';
import { completeHooks, type HooksOffer } from '../../language/complete-hooks.ts';
import { findHooksDocument } from '../../language/find-hooks-document.ts';
import { hoverHooks } from '../../language/hover-hooks.ts';
import type { HooksText } from '../../language/hooks-text.ts';
import { listLenses } from '../../language/list-lenses.ts';
import type { Folders } from '../../folder/folder.ts';
import { followFolders } from '../../folder/follow-folders.ts';
import { toRange } from '../editor/to-range.ts';
import type { Register } from '../parts.ts';
import { watchHooksTexts } from './watch-hooks-texts.ts';

const SELECTOR: readonly DocumentFilter[] = [
  { scheme: 'file', pattern: '**/.toolyard/hooks.{json,yaml,yml}' },
  { scheme: 'file', pattern: '**/toolyard/hooks.{json,yaml,yml}' },
];

const KINDS: Readonly<Record<HooksOffer['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  word: CompletionItemKind.EnumMember,
  server: CompletionItemKind.Module,
  tool: CompletionItemKind.Function,
  parameter: CompletionItemKind.Field,
  context: CompletionItemKind.Variable,
};

/** What people type right before something that can be completed. */
const TRIGGERS = ['"', "'", ' ', ':', '-', '{', '.'];

/** Completion, hover, problems and lenses in hooks files. */
export const registerLanguage: Register = ({ folders }) =>
  Disposable.from(
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        provideCompletionItems(document, position) {
          const given = read(folders, document);
          if (given === undefined) return [];
          const offset = document.offsetAt(position);
          return completeHooks(given, offset).map((offer) => toItem(document, offer));
        },
      },
      ...TRIGGERS,
    ),
    languages.registerHoverProvider(SELECTOR, {
      provideHover(document, position) {
        const given = read(folders, document);
        const hover = given && hoverHooks(given, document.offsetAt(position), Date.now());
        return hover && new Hover(new MarkdownString(hover.markdown), toRange(document, hover.range));
      },
    }),
    registerLenses(folders),
    watchHooksTexts(folders),
  );

function read(folders: Folders, document: TextDocument): HooksText | undefined {
  const found = findHooksDocument(folders, document.uri.fsPath);
  return found && { text: document.getText(), format: found.format, servers: found.folder.state().servers };
}

function toItem(document: TextDocument, { label, kind, detail, about, insert, range }: HooksOffer): CompletionItem {
  const item = new CompletionItem(label, KINDS[kind]);
  if (detail !== undefined) item.detail = detail;
  if (about !== undefined) item.documentation = about;
  item.insertText = insert;
  // Compared with what stands in the range, quotes included.
  item.filterText = insert;
  item.range = toRange(document, range);
  return item;
}

function registerLenses(folders: Folders): Disposable {
  const changed = new EventEmitter<void>();
  const stop = followFolders(folders, (folder) => {
    changed.fire();
    return folder.onChange(() => changed.fire());
  });
  const provider = languages.registerCodeLensProvider(SELECTOR, {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses(document) {
      const found = findHooksDocument(folders, document.uri.fsPath);
      if (found === undefined) return [];
      const { folder, format, file } = found;
      const facts = {
        folder: folder.path,
        hooks: folder.state().hooks.filter(({ resolved }) => resolved.known.file === file),
        isTrusted: workspace.isTrusted,
        now: Date.now(),
      };
      return listLenses({ text: document.getText(), format }, facts).map(({ offset, title, command, subject }) => {
        const place = document.positionAt(offset);
        return new CodeLens(new Range(place, place), {
          title,
          command: command ?? '',
          ...(subject === undefined ? {} : { arguments: [subject] }),
        });
      });
    },
  });
  const trusted = workspace.onDidGrantWorkspaceTrust(() => changed.fire());
  return Disposable.from(provider, changed, trusted, new Disposable(stop));
}
