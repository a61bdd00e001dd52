import { cutText, toLine } from '@toolyard/core';
import { completeAt, findOffers, hoverAt, isNearBlock, type Completion } from '@toolyard/documents';
import {
  CompletionItem,
  CompletionItemKind,
  CompletionTriggerKind,
  Disposable,
  Hover,
  languages,
  MarkdownString,
  type CompletionContext,
  type Position,
  type TextDocument,
} from 'vscode';
import { describeHover } from '../../notes/describe-hover.ts';
import type { FolderNotes, WindowNotes } from '../../notes/folder-notes.ts';
import { toRange } from '../editor/to-range.ts';
import { NOTES, toDocumentName } from './note-documents.ts';

const KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  server: CompletionItemKind.Module,
  tool: CompletionItemKind.Function,
  parameter: CompletionItemKind.Field,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
};

/** What people type right before a value or a key. In Markdown the editor does not suggest at letters, and takes none of them for this. */
const TRIGGERS = [' ', '\n'];

/** So much of what a thing is stands beside its name; all of it is in the details. */
const MOST_BESIDE = 60;

/** Completion and hover in tool blocks; both go by what is known and start nothing. */
export function provideNoteHelp(notes: WindowNotes): Disposable {
  const at = (document: TextDocument, position: Position, isAsked = false): FolderNotes | undefined => {
    const found = notes.of(toDocumentName(document.uri));
    const lines = { line: position.line, lineAt: (line: number) => document.lineAt(line).text, isAsked };
    return found !== undefined && isNearBlock(lines, () => found.help()) ? found : undefined;
  };
  return Disposable.from(
    languages.registerCompletionItemProvider(
      NOTES,
      {
        provideCompletionItems(document, position, _token, context) {
          const found = at(document, position, context.triggerKind === CompletionTriggerKind.Invoke);
          return found === undefined ? [] : complete(found, { document, position, context });
        },
      },
      ...TRIGGERS,
    ),
    languages.registerHoverProvider(NOTES, {
      provideHover(document, position) {
        const found = at(document, position);
        if (found === undefined) return undefined;
        const hover = hoverAt(readDocument(found, document), document.offsetAt(position), found.help());
        return hover && new Hover(new MarkdownString(describeHover(hover)), toRange(document, hover));
      },
    }),
  );
}

function complete(
  notes: FolderNotes,
  { document, position, context }: { document: TextDocument; position: Position; context: CompletionContext },
): CompletionItem[] {
  // Who asks sees everything; who types is not to be disturbed.
  const find = context.triggerKind === CompletionTriggerKind.TriggerCharacter ? findOffers : completeAt;
  const offers = find(readDocument(notes, document), document.offsetAt(position), notes.help());
  return offers.map((offer, index) => toItem(document, offer, index));
}

function readDocument({ read }: FolderNotes, document: TextDocument): ReturnType<FolderNotes['read']> {
  return read({ note: toDocumentName(document.uri), text: document.getText() });
}

function toItem(document: TextDocument, offer: Completion, index: number): CompletionItem {
  const { kind, label, insert, detail, isRequired } = offer;
  const description = isRequired === true ? 'required' : cutText(toLine(detail), MOST_BESIDE);
  const item = new CompletionItem({ label, description }, KINDS[kind]);
  item.insertText = insert;
  item.filterText = label;
  item.range = toRange(document, offer);
  // Their order says what is needed first.
  item.sortText = String(index).padStart(6, '0');
  // A plain text, since it is a server's.
  if (detail !== '') item.documentation = detail;
  if (insert.endsWith(': ')) {
    item.command = { title: 'Suggest', command: 'editor.action.triggerSuggest', arguments: [{ auto: true }] };
  }
  return item;
}
