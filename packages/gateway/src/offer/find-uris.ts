import { decodeSpan, type Frame, type Span } from '@toolyard/core';
import { findUriName, URI_NAME_BYTES } from './find-uri-name.ts';

/** Larger results are not parsed: what a client waits for must not wait for us. */
const MAX_PARSED_BYTES = 256 * 1024;

/** How much of a large result is looked at, from its start and from its end, and how many URIs are taken from each. */
const MAX_SCANNED_BYTES = 1024 * 1024;
const MAX_SCANNED_URIS = 1000;

/** Longer URIs are not worth the memory. */
const MAX_URI_BYTES = 2048;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * The URIs of the resources that a result links to or holds.
 *
 * Most results have none, which one look at the bytes shows. Small ones are parsed; of large ones every member `uri` counts.
 */
export function findUris(answer: Frame): readonly string[] {
  const result = answer.span('result');
  if (result === undefined) return [];
  const isSmall = result.end - result.start <= MAX_PARSED_BYTES;
  if (isSmall && findUriName(answer.bytes, result) < 0) return [];
  const found = isSmall
    ? collectUris(answer.value('result'))
    : toEdges(result).flatMap((span) => scanUris(answer.bytes, span));
  return found.filter((uri) => uri.length <= MAX_URI_BYTES);
}

function toEdges({ start, end }: Span): readonly Span[] {
  const head = { start, end: Math.min(end, start + MAX_SCANNED_BYTES) };
  const tail = { start: Math.max(head.end, end - MAX_SCANNED_BYTES), end };
  return [head, tail];
}

/** Content of tools, messages of prompts, and what the reading of a resource gave, which can be several others. */
function collectUris(result: unknown): string[] {
  const { content, contents, messages } = toMembers(result);
  const said = toList(messages).flatMap((message) => toList(toMembers(message)['content']));
  const linked = [...toList(content), ...said].map(toResource);
  return [...linked, ...toList(contents)].flatMap((resource) => {
    const { uri } = toMembers(resource);
    return typeof uri === 'string' ? uri : [];
  });
}

function toResource(block: unknown): unknown {
  const { type, resource } = toMembers(block);
  if (type === 'resource_link') return block;
  return type === 'resource' ? resource : undefined;
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

function scanUris(bytes: Uint8Array, { start, end }: Span): string[] {
  const uris: string[] = [];
  let at = findUriName(bytes, { start, end });
  while (at >= 0 && uris.length < MAX_SCANNED_URIS) {
    const after = at + URI_NAME_BYTES;
    const uri = readMember(bytes, { start: after, end });
    if (uri !== undefined) uris.push(uri);
    at = findUriName(bytes, { start: after, end });
  }
  return uris;
}

/** The string after a member's name; a quote inside a string is always escaped, so a name cannot be part of a text. */
function readMember(bytes: Uint8Array, { start, end }: Span): string | undefined {
  const colon = skipSpace(bytes, start);
  const open = skipSpace(bytes, colon + 1);
  if (bytes[colon] !== COLON || bytes[open] !== QUOTE) return undefined;
  const limit = Math.min(end, open + MAX_URI_BYTES);
  for (let at = open + 1; at < limit; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return String(JSON.parse(decodeSpan(bytes, { start: open, end: at + 1 })));
  }
  return undefined;
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}
