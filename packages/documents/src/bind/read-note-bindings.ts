import { isJsonObject } from '@toolyard/core';
import { findLine } from '../parse/find-line-starts.ts';
import type { Issue, Note } from '../parse/note.ts';
import { readNoteYaml } from '../parse/read-note-yaml.ts';
import type { Binding, UnreadEntry } from './binding.ts';
import { readBinding } from './read-binding.ts';

/** The bindings of a note's frontmatter, with what is wrong with them. */
export interface NoteBindings {
  readonly bindings: readonly Binding[];
  readonly issues: readonly Issue[];
  readonly unread: readonly UnreadEntry[];
}

const NONE: NoteBindings = { bindings: [], issues: [], unread: [] };

/** Reads `toolyard.bindings` of the frontmatter; frontmatter that does not name Toolyard is not looked into. */
export function readNoteBindings(note: Note): NoteBindings {
  const { frontmatter } = note;
  if (frontmatter === undefined || !namesToolyard(frontmatter.text)) return NONE;
  const { value, issues: wrong, places, values } = readNoteYaml(frontmatter.text);
  const issues: Issue[] = wrong.map(({ message, offset, severity }) => {
    const place = toPlace(note, frontmatter.range.start + offset);
    const full = `YAML parsing failed: ${message} (line ${place.line})`;
    return { ...place, code: 'invalid-yaml', message: full, severity };
  });
  const listed = findListed(value);
  if (listed === undefined) return { ...NONE, issues };
  const placeOf = (...path: (string | number)[]): { line: number; column: number } => {
    const offset = places.get(['toolyard', 'bindings', ...path, ''].join('/'));
    return toPlace(note, frontmatter.range.start + (offset ?? places.get('toolyard/') ?? 0));
  };
  const report = (message: string, place: { line: number; column: number }): void => {
    issues.push({ ...place, code: 'invalid-binding', message, severity: 'error' });
  };
  if (!Array.isArray(listed)) {
    report('"toolyard.bindings" must be a list', placeOf());
    return { ...NONE, issues };
  }
  const unread: UnreadEntry[] = [];
  const bindings = listed.flatMap((entry: unknown, index) => {
    let reason = '';
    const binding = readBinding(entry, (message, key) => {
      reason = message;
      const isGiven = key !== undefined && isJsonObject(entry) && key in entry;
      report(message, isGiven ? placeOf(index, key) : placeOf(index));
    });
    if (binding === undefined) {
      const server = isJsonObject(entry) ? entry['server'] : undefined;
      unread.push({ index, line: placeOf(index).line, ...(typeof server === 'string' && { server }), reason });
      return [];
    }
    const placed = { ...binding, ...placeOf(index), index };
    const lines = values.get(`toolyard/bindings/${index}/lines/`);
    if (lines === undefined) return placed;
    const start = frontmatter.range.start + lines.offset;
    return { ...placed, linesAt: { start, end: start + lines.length } };
  });
  return { bindings, issues, unread };
}

/** Whether frontmatter may say something to Toolyard; all other is not parsed. */
export function namesToolyard(yaml: string): boolean {
  return /^["']?toolyard\b/m.test(yaml);
}

/** What stands under `toolyard.bindings`, whatever it is. */
export function findListed(value: unknown): unknown {
  const settings = isJsonObject(value) ? value['toolyard'] : undefined;
  return isJsonObject(settings) ? (settings['bindings'] ?? undefined) : undefined;
}

function toPlace({ lineStarts }: Note, offset: number): { line: number; column: number } {
  const line = findLine(lineStarts, offset);
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}
