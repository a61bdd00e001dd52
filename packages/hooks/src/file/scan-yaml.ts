import { scanFlow } from './scan-yaml-flow.ts';
import { lineEndAfter, type LooseEntry, MAX_LEVELS, readToken, skipSpaces } from './loose-entry.ts';

/** A level of the text: what is indented more belongs to it. */
interface Level {
  /** Its column; half a column more for the item of a list, which may stand below its key without indentation. */
  readonly indent: number;
  readonly step: string | number;
}

interface Scan {
  readonly text: string;
  readonly entries: LooseEntry[];
  levels: Level[];
  /** Lines that are indented more belong to a text of several lines. */
  textBelow: number | undefined;
  /** Where the next line begins. */
  next: number;
}

/**
 * The keys and values of a YAML text by its lines and columns alone, so that a text that is being typed, and is not YAML at the
 * moment, still shows what stands where. Never throws.
 */
export function scanYaml(text: string): readonly LooseEntry[] {
  const scan: Scan = { text, entries: [], levels: [], textBelow: undefined, next: 0 };
  while (scan.next < text.length) {
    const start = scan.next;
    const end = lineEndAfter(text, start);
    scan.next = end + (text.startsWith('\r\n', end) ? 2 : 1);
    const indent = skipSpaces(text, start) - start;
    const isEmpty = start + indent >= end || text[start + indent] === '#';
    if (isEmpty || (scan.textBelow !== undefined && indent > scan.textBelow)) continue;
    scan.textBelow = undefined;
    scanContent(scan, { start: start + indent, end, column: indent, isItem: false });
  }
  return scan.entries;
}

interface Content {
  readonly start: number;
  readonly end: number;
  readonly column: number;
  /** It stands behind a dash. */
  readonly isItem: boolean;
}

/** A line, or what stands in it behind dashes. */
function scanContent(scan: Scan, first: Content): void {
  let content = first;
  while (isDash(scan.text, content) && scan.levels.length < MAX_LEVELS) {
    const { start, end, column } = content;
    openItem(scan, column);
    const next = Math.min(skipSpaces(scan.text, start + 1), end);
    content = { start: next, end, column: column + (next - start), isItem: true };
  }
  const { start, end, column, isItem } = content;
  const key = readToken(scan.text, { start, end, isKey: true });
  if (key?.colon !== undefined) {
    scan.levels = scan.levels.filter(({ indent }) => indent < column);
    scan.levels.push({ indent: column, step: key.text });
    scanValue(scan, { start: key.colon + 1, end, column, isItem }, key);
  } else if (isItem) {
    scanValue(scan, content);
  } else if (key !== undefined) {
    const path = [...scan.levels.filter(({ indent }) => indent < column).map(({ step }) => step), key.text];
    scan.entries.push({ path, key: { start: key.start, end: key.end } });
  }
}

function isDash(text: string, { start, end }: Content): boolean {
  return text[start] === '-' && (start + 1 >= end || text[start + 1] === ' ');
}

function openItem(scan: Scan, column: number): void {
  const indent = column + 0.5;
  const last = scan.levels.find((level) => level.indent === indent);
  scan.levels = scan.levels.filter((level) => level.indent < indent);
  scan.levels.push({ indent, step: typeof last?.step === 'number' ? last.step + 1 : 0 });
}

function scanValue(scan: Scan, content: Content, key?: { readonly start: number; readonly end: number }): void {
  const { text, entries } = scan;
  const path = scan.levels.map(({ step }) => step);
  const place = key === undefined ? {} : { key: { start: key.start, end: key.end } };
  // Names of anchors and tags say nothing about the value.
  const start = skipSpaces(text, content.start, /[ \t]*(?:[&!][^\s]*[ \t]+)*/y);
  const first = text[start];
  if (start < content.end && (first === '{' || first === '[')) {
    entries.push({ path, ...place });
    const { end, entries: inner } = scanFlow(text, { start, path, column: content.column });
    for (const entry of inner) entries.push(entry);
    scan.next = Math.max(scan.next, lineEndAfter(text, end) + 1);
    return;
  }
  if (start < content.end && (first === '|' || first === '>')) scan.textBelow = content.column;
  const value = readToken(text, { start, end: content.end });
  entries.push({ path, ...place, ...(value && { value: { start: value.start, end: value.end }, text: value.text }) });
}
