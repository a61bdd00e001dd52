import { Range, type TextDocument } from 'vscode';

/** Offsets into the text of a document as the range that the editor wants. */
export function toRange(
  document: TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}
