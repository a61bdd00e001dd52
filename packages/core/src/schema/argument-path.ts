import { cutText } from '../text/cut-text.ts';

const MAX_NAME = 60;

/** The names and indexes that lead to a value, of a JSON pointer. */
export type ArgumentPath = readonly string[];

/** Splits a JSON pointer as validators write it. */
export function parsePointer(pointer: string): ArgumentPath {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The path as people write it: `filter.tags[0]`, `["odd name"].x`; empty for the arguments as a whole. */
export function formatPath(path: ArgumentPath): string {
  return path.map((segment, index) => formatSegment(segment, index === 0)).join('');
}

/** A name in quotes, cut where it is too long to be read. */
export function quoteName(name: string): string {
  return JSON.stringify(cutText(name, MAX_NAME));
}

function formatSegment(segment: string, isFirst: boolean): string {
  if (/^\d+$/.test(segment) && !isFirst) return `[${segment}]`;
  if (!/^[\w$-]{1,60}$/.test(segment)) return `[${quoteName(segment)}]`;
  return isFirst ? segment : `.${segment}`;
}
