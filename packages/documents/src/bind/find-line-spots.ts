import { isJsonObject } from '@toolyard/core';
import { findFrontmatter, startsFrontmatter } from '../parse/find-frontmatter.ts';
import { readNoteYaml } from '../parse/read-note-yaml.ts';
import type { LineRange } from './move-bindings.ts';
import { parseLines } from './read-binding.ts';
import { findListed, namesToolyard } from './read-note-bindings.ts';

/** A line range of a note's frontmatter, and where in the note it is written. */
export interface LineSpot {
  readonly range: LineRange;
  readonly start: number;
  readonly end: number;
}

/** The line ranges of a note's frontmatter. */
export interface LineSpots {
  readonly spots: readonly LineSpot[];
  /** No edit behind this offset changes where the spots are. */
  readonly reach: number;
  /** False while the YAML has an error, as it often has while somebody types in it: then there are no spots. */
  readonly isReadable: boolean;
}

/** Finds the ranges of bindings by lines, valid or not; the start of a note is enough, as far as its frontmatter can go. */
export function findLineSpots(text: string): LineSpots {
  const place = findFrontmatter(text);
  if (place === undefined) {
    const reach = startsFrontmatter(text) ? text.length : text.search(/[\r\n]|$/);
    return { spots: [], reach, isReadable: true };
  }
  const { start, end, after: reach } = place;
  const yaml = text.slice(start, end);
  if (!namesToolyard(yaml)) return { spots: [], reach, isReadable: true };
  const { value, values } = readNoteYaml(yaml);
  const listed = findListed(value);
  const entries: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const spots = entries.flatMap((entry, index) => {
    const range = isJsonObject(entry) ? parseLines(entry['lines']) : undefined;
    const at = values.get(`toolyard/bindings/${index}/lines/`);
    if (range === undefined || at === undefined) return [];
    return { range, start: start + at.offset, end: start + at.offset + at.length };
  });
  // Bindings that share their range by an alias say it at one place.
  const once = [...new Map(spots.map((spot) => [spot.start, spot])).values()];
  return { spots: once, reach, isReadable: value !== undefined };
}
