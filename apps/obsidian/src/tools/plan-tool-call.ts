import { isJsonObject, type JsonObject } from '@toolyard/core';
import {
  findBlockPlace,
  planToolBlock,
  type BlockInsertion,
  type BlockPlace,
  type BoundNote,
} from '@toolyard/documents';
import { writeCallBlock } from '@toolyard/host';
import type { ListedTool } from './list-tools.ts';

/** Where a tool call is put, and whose tools can be called there. */
export interface CallPlace {
  readonly place: BlockPlace;
  /** The only server of that section; absent where any will do. */
  readonly server?: string;
}

/** The place for a tool call at an offset of a note; `undefined` in a fence that has no end. */
export function findCallPlace(bound: BoundNote, offset: number): CallPlace | undefined {
  const place = findBlockPlace(bound.note, offset);
  if (place === undefined) return undefined;
  const server = bound.serverAt(place.line);
  return { place, ...(server !== undefined && { server }) };
}

/** The edit that puts a tool call into a note: required parameters that `values` does not have are left to be filled in. */
export function planToolCall(
  { note }: BoundNote,
  place: BlockPlace,
  { tool: { server, name, entry }, values }: { readonly tool: ListedTool; readonly values: JsonObject },
): BlockInsertion {
  const block = writeCallBlock(server, {
    tool: name,
    arguments: values,
    missing: readRequired(entry?.definition['inputSchema']).filter((each) => !Object.hasOwn(values, each)),
  });
  return planToolBlock(note, place, block);
}

function readRequired(schema: unknown): readonly string[] {
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
