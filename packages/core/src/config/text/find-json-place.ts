import { getLocation, type Node, parseTree } from 'jsonc-parser';
import { findTooDeep } from '../parse-json-text.ts';
import type { JsonPath } from '../to-json-path.ts';

/** What stands at an offset of a text. */
export interface TextPlace {
  /** Down to the value, or to the key, which is its last step. */
  readonly path: JsonPath;
  readonly at: 'key' | 'value';
  /** What is written there, quotes included; both the same where nothing is yet. */
  readonly start: number;
  readonly end: number;
}

/** Tells what stands at an offset of a JSON text, also while it is being typed; `undefined` in a comment or a text that is too deep. */
export function findJsonPlace(text: string, offset: number): TextPlace | undefined {
  if (findTooDeep(text) !== undefined || isInComment(text, offset)) return undefined;
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const end = previousNode === undefined ? offset : previousNode.offset + previousNode.length;
  const isThere = previousNode !== undefined && previousNode.offset <= offset && offset <= end;
  return {
    path,
    at: isAtPropertyKey ? 'key' : 'value',
    start: isThere ? previousNode.offset : offset,
    end: isThere ? end : offset,
  };
}

/** A comment of its own line, or behind something in its line. */
function isInComment(text: string, offset: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1, offset);
  return /^(?:[^"/]|"(?:[^"\\]|\\.)*"|\/(?!\/))*\/\//.test(line);
}

/** The values of a JSON text as far as they can be read, whatever is wrong with it. */
export function readLooseJson(text: string): Node | undefined {
  return findTooDeep(text) === undefined ? parseTree(text, [], { allowTrailingComma: true }) : undefined;
}
