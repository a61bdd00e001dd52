import { dropControlCharacters } from '@toolyard/core';
import type { Fence, NoteStructure } from '../parse/note-structure.ts';
import { readStructure } from '../parse/read-structure.ts';
import { fromInertLine, toInertLine, type LinePlace } from './inert-lines.ts';
import { hasScriptLink, hasWholeSpans, isLiveLanguage, isLoadingDiagram } from './live-markdown.ts';

/** What the note around a text decides. */
export interface ContainOptions {
  /** The note begins with a line of dashes that no other one closes. */
  readonly guardsDashes?: boolean;
}

const CONTAINED = 'markdown contained';
/** A query that a plugin runs where it is shown. */
const LIVE_SPAN = /`\$=/;
const FENCE = /`{3,}|~{3,}/;
const SENTINEL = '# end';
const INDENTED = `${' '.repeat(12)}x`;
const CODE: LinePlace = { kind: 'code', keepsSpans: false };
const PROSE: LinePlace = { kind: 'prose', keepsSpans: false };

/**
 * A model's Markdown as Markdown that can stand at the top level of a note: nothing in it runs, loads a picture, starts a
 * message, a section or a result, is pointed at by a binding, or reaches beyond its last line. Where no other way is found, all of
 * it stands in a fence. `readContained` gives the text back, without control characters and outer line breaks.
 */
export function containAnswer(text: string, { guardsDashes = false }: ContainOptions = {}): string {
  const plain = trimLines(dropControlCharacters(text));
  const fenced = (): string => toInertFence(plain, CONTAINED, { guardsDashes });
  if (hasScriptLink(plain) || LIVE_SPAN.test(plain)) return fenced();
  const lines = plain.split('\n');
  const structure = readLines(lines);
  const places = findPlaces(structure, lines);
  const headings = findHeadingLines(structure, lines);
  const inert = lines.map((line, index) =>
    toInertLine(line, { ...(places[index] ?? PROSE), isHeading: headings.has(index), guardsDashes }),
  );
  const found = [inert, closeFence(inert, structure)].find(isInert);
  if (found === undefined || (endsInList(found) && !endsInList(lines))) return fenced();
  const contained = found.join('\n');
  return readContained(contained) === plain ? contained : fenced();
}

/**
 * The text that `containAnswer` was given, also where several such texts stand below each other; of a text that people
 * changed, what they see.
 */
export function readContained(text: string): string {
  const lines = text.split('\n');
  const { fences } = readLines(lines);
  const added = new Set(fences.flatMap((fence) => findAddedLines(fence, lines)));
  const places = findPlaces({ fences }, lines);
  return lines
    .map((line, index) => fromInertLine(line, places[index] ?? PROSE))
    .filter((_, index) => !added.has(index))
    .join('\n');
}

/**
 * The length of the beginning of a text that stays as it is whatever follows: it can be contained for itself, and so can
 * the rest. 0 where there is none.
 */
export function findSettledLength(text: string): number {
  const lines = text.split('\n');
  const { starts } = readLines(lines.slice(0, -1));
  const line = starts.findLast((start) => start > 0 && lines[start - 1]?.trim() === '') ?? 0;
  return lines.slice(0, line).reduce((length, { length: more }) => length + more + 1, 0);
}

/** Any text in a fence that nothing in it closes, and that is no tool block whatever its language is. */
export function toInertFence(text: string, info: string, { guardsDashes = false }: ContainOptions = {}): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const lines = text.split('\n').map((line) => toInertLine(line, { ...CODE, isHeading: false, guardsDashes }));
  return [`${fence}${info}`, ...lines, fence].join('\n');
}

/** The text in a fence that `toInertFence` made; `undefined` where it is none. */
export function readInertFence(text: string, info: string): string | undefined {
  const [first = '', ...rest] = text.split('\n');
  const last = rest.pop();
  const fence = /^`{3,}/.exec(first)?.[0];
  if (fence === undefined || last !== fence || first !== `${fence}${info}` || rest.length === 0) return undefined;
  if (rest.some((line) => line.includes(fence))) return undefined;
  return rest.map((line) => fromInertLine(line, CODE)).join('\n');
}

function isInert(lines: readonly string[]): boolean {
  const { headings, fences, regions, html, blockIds } = readLines([...lines, '', SENTINEL]);
  return (
    headings.length === 1 &&
    headings[0]?.line === lines.length + 1 &&
    regions.length + html.length + blockIds.length === 0 &&
    fences.every(({ body, isUnknown, language }) => body === undefined && !isUnknown && !isLiveLanguage(language)) &&
    !fences.some(({ language, line, endLine }) => isLoadingDiagram(language, lines.slice(line + 1, endLine).join('\n')))
  );
}

/** Whether lines that follow can belong to a list, which they must not where the model meant none. */
function endsInList(lines: readonly string[]): boolean {
  return !readLines([...lines, '', INDENTED]).starts.includes(lines.length + 1);
}

// No server is known here: a fence that could be a block of any server counts.
function readLines(lines: readonly string[]): NoteStructure {
  return readStructure(lines.join('\n'), { firstLine: 0, servers: new Set() });
}

function findPlaces({ fences }: Pick<NoteStructure, 'fences'>, lines: readonly string[]): readonly LinePlace[] {
  const kinds = lines.map((): LinePlace['kind'] => 'prose');
  for (const { line, endLine, closed } of fences) {
    kinds.fill('code', line, endLine).fill('fence', line, line + 1);
    if (closed) kinds.fill('fence', endLine - 1, endLine);
  }
  const spans = lines.map(() => false);
  // Code inside of lines may go over several of them, but not over an empty one.
  for (let first = 0; first < lines.length; first++) {
    let end = first;
    while (end < lines.length && kinds[end] === 'prose' && lines[end]?.trim() !== '') end++;
    spans.fill(hasWholeSpans(lines.slice(first, end)), first, end);
    first = end;
  }
  return kinds.map((kind, index) => ({ kind, keepsSpans: spans[index] === true }));
}

/** The lines that make headings: their own, or the one below their text. */
function findHeadingLines({ headings }: NoteStructure, lines: readonly string[]): ReadonlySet<number> {
  return new Set(
    headings.map(({ line }) => {
      if (/^ {0,3}#/.test(lines[line] ?? '')) return line;
      let underline = line + 1;
      while (underline < lines.length && !/^ {0,3}(?:=+|-+)[ \t]*$/.test(lines[underline] ?? '')) underline++;
      return underline;
    }),
  );
}

/** A fence that is open is closed by a longer one, which tells that it is not the model's. */
function closeFence(lines: readonly string[], { fences }: NoteStructure): readonly string[] {
  const last = fences.at(-1);
  if (last === undefined || last.closed) return lines;
  const fence = FENCE.exec(lines[last.line] ?? '')?.[0] ?? '';
  return [...lines, `${fence}${fence.slice(0, 1)}`];
}

/** The lines of a fence that no model wrote: both of one around a contained text, the last of one that was left open. */
function findAddedLines({ line, endLine, closed }: Fence, lines: readonly string[]): readonly number[] {
  if (!closed) return [];
  const [first = '', last = ''] = [lines[line], lines[endLine - 1]];
  const opening = FENCE.exec(first)?.[0] ?? '';
  if (first === `${opening}${CONTAINED}` && last === opening) return [line, endLine - 1];
  return endLine === lines.length && last === `${opening}${opening.slice(0, 1)}` ? [endLine - 1] : [];
}

/** Without the empty lines at both ends, and without spaces at the end. */
function trimLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  return lines.slice(Math.max(0, first)).join('\n');
}
