import type { JsonPath } from '@toolyard/core';
import { lineEndAfter, type LooseEntry, MAX_LEVELS, readToken, skipSpaces, type TextSpan } from './loose-entry.ts';

/** A pair of brackets that is open. */
interface Frame {
  readonly isMap: boolean;
  readonly path: JsonPath;
  index: number;
  /** The key whose value comes next. */
  key: (TextSpan & { readonly text: string }) | undefined;
}

interface FlowScan {
  readonly text: string;
  readonly frames: Frame[];
  readonly entries: LooseEntry[];
  /** Where the line ends that is read. */
  lineEnd: number;
}

/** The keys and values between brackets of a YAML text, up to the last bracket, or to a line that cannot belong to them. */
export function scanFlow(
  text: string,
  { start, path, column }: { readonly start: number; readonly path: JsonPath; readonly column: number },
): { readonly end: number; readonly entries: readonly LooseEntry[] } {
  const scan: FlowScan = { text, frames: [], entries: [], lineEnd: lineEndAfter(text, start) };
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '\n' || character === '\r') {
      const next = skipSpaces(text, at, /[\r\n]+(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*/y);
      const content = skipSpaces(text, next);
      // Brackets that are not closed yet must not swallow the rest of the file.
      if (content - next <= column && !/[}\]]/.test(text[content] ?? '')) return { end: at, entries: scan.entries };
      at = content;
      scan.lineEnd = lineEndAfter(text, at);
    } else {
      at = readNext(scan, at, path);
      if (scan.frames.length === 0 || scan.frames.length > MAX_LEVELS) break;
    }
  }
  return { end: at, entries: scan.entries };
}

function readNext(scan: FlowScan, at: number, path: JsonPath): number {
  const { text, frames } = scan;
  const frame = frames.at(-1);
  switch (text[at]) {
    case '{':
    case '[':
      frames.push({
        isMap: text[at] === '{',
        path: frame === undefined ? path : open(scan, frame),
        index: 0,
        key: undefined,
      });
      return at + 1;
    case '}':
    case ']':
      if (frame !== undefined) closeKey(scan, frame);
      frames.pop();
      return at + 1;
    case ',':
      if (frame !== undefined) closeKey(scan, frame);
      if (frame !== undefined) frame.index++;
      return at + 1;
    case ' ':
    case '\t':
      return skipSpaces(text, at);
    case '#':
      return scan.lineEnd;
    default:
      return readWord(scan, at, frame);
  }
}

/** The path of a collection that begins; its key is told now. */
function open(scan: FlowScan, frame: Frame): JsonPath {
  const path = pathOf(frame);
  if (frame.key !== undefined) scan.entries.push({ path, key: frame.key });
  frame.key = undefined;
  return path;
}

function pathOf({ isMap, path, key, index }: Frame): JsonPath {
  return [...path, isMap ? (key?.text ?? '') : index];
}

/** A key without a value. */
function closeKey(scan: FlowScan, frame: Frame): void {
  if (frame.key !== undefined) scan.entries.push({ path: pathOf(frame), key: frame.key });
  frame.key = undefined;
}

function readWord(scan: FlowScan, at: number, frame: Frame | undefined): number {
  const { text, entries, lineEnd: end } = scan;
  const isKey = frame?.isMap === true && frame.key === undefined;
  const token = readToken(text, { start: at, end, isKey, inFlow: true });
  if (token === undefined || frame === undefined) return at + 1;
  const span = { start: token.start, end: token.end };
  if (isKey && token.colon !== undefined) {
    frame.key = { ...span, text: token.text };
    return token.colon + 1;
  }
  if (isKey) entries.push({ path: [...frame.path, token.text], key: span });
  else entries.push({ path: pathOf(frame), ...(frame.key && { key: frame.key }), value: span, text: token.text });
  if (!isKey) frame.key = undefined;
  return Math.max(token.end, at + 1);
}
