import type { IncomingHttpHeaders } from 'node:http';
import type { Frame } from '@toolyard/core';
import type { Refusal } from '../refusal.ts';
import { decodeHeaderValue } from './decode-header-value.ts';
import { toMismatch } from './to-mismatch.ts';

/** An argument of a tool that is repeated in a header. */
interface HeaderParam {
  /** As its tool writes it. */
  readonly header: string;
  /** The names that lead to it from the arguments. */
  readonly path: readonly string[];
}

/** As deep as anybody nests arguments, and no stack ends there. */
const DEEPEST = 50;

const known = new WeakMap<object, readonly HeaderParam[]>();

/** Refuses a call whose `Mcp-Param-…` headers do not say what those arguments are that its tool wants repeated there. */
export function checkParamHeaders(frame: Frame, headers: IncomingHttpHeaders, schema: unknown): Refusal | undefined {
  const params = headerParamsOf(schema);
  if (params.length === 0) return undefined;
  const given = frame.param('arguments');
  for (const { header, path } of params) {
    const value = path.reduce(memberOf, given);
    const text = headers[header.toLowerCase()];
    if (!agree(value, typeof text === 'string' ? text : undefined)) return toMismatch(header, text, value);
  }
  return undefined;
}

/** What is not in the arguments, or is null, must not be in the headers either. */
function agree(value: unknown, header: string | undefined): boolean {
  if (value === undefined || value === null) return header === undefined;
  const text = header === undefined ? undefined : decodeHeaderValue(header);
  if (text === undefined) return false;
  if (typeof value === 'number') return text.trim() !== '' && Number(text) === value;
  return typeof value === 'string' || typeof value === 'boolean' ? text === String(value) : true;
}

/** Schemas are looked through once. */
function headerParamsOf(schema: unknown): readonly HeaderParam[] {
  if (typeof schema !== 'object' || schema === null) return [];
  let found = known.get(schema);
  if (found === undefined) {
    found = findHeaderParams(schema, []);
    known.set(schema, found);
  }
  return found;
}

/** Only properties of properties count; elsewhere it is not certain where the value would stand. */
function findHeaderParams(schema: unknown, path: readonly string[]): readonly HeaderParam[] {
  if (path.length > DEEPEST) return [];
  return Object.entries({ ...Object(memberOf(schema, 'properties')) }).flatMap(([name, property]) => {
    const own = [...path, name];
    const header = memberOf(property, 'x-mcp-header');
    const inner = findHeaderParams(property, own);
    return typeof header === 'string' ? [{ header: `Mcp-Param-${header}`, path: own }, ...inner] : inner;
  });
}

function memberOf(value: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), name)?.value;
}
