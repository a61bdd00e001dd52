import { isJsonObject, toShownContent, type JsonObject, type ToolResult } from '@toolyard/core';
import { toFileName, type FileNameSource } from './to-file-name.ts';

/** One thing to print, or to write as a file. */
export type ResultPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly suggestedName: string; readonly bytes: Uint8Array };

/** What a person gets to see of a result, in its order; fields of any form are taken, since servers send any. */
export function renderToolResult(result: ToolResult): readonly ResultPart[] {
  const { blocks, structured } = toShownContent(result);
  const parts = blocks.map(renderBlock);
  return structured === undefined ? parts : [...parts, toJsonPart(structured)];
}

function renderBlock(block: unknown): ResultPart {
  if (!isJsonObject(block)) return toJsonPart(block);
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? { kind: 'text', text: block['text'] } : toJsonPart(block);
    case 'image':
      return toFilePart(block, block['data'], 'image') ?? toJsonPart(block);
    case 'audio':
      return toFilePart(block, block['data'], 'audio') ?? toJsonPart(block);
    case 'resource_link':
      return typeof block['uri'] === 'string'
        ? { kind: 'text', text: describeLink(block, block['uri']) }
        : toJsonPart(block);
    case 'resource':
      return renderResource(block['resource']) ?? toJsonPart(block);
    default:
      return toJsonPart(block);
  }
}

function renderResource(resource: unknown): ResultPart | undefined {
  if (!isJsonObject(resource)) return undefined;
  if (typeof resource['text'] === 'string') return { kind: 'text', text: resource['text'] };
  return toFilePart(resource, resource['blob'], 'resource');
}

function describeLink(link: JsonObject, uri: string): string {
  const title = [link['title'], link['name']].find((text) => typeof text === 'string' && text !== '');
  const details = [link['mimeType'], link['description']].filter((text) => typeof text === 'string' && text !== '');
  const named = typeof title === 'string' ? `${title}: ${uri}` : uri;
  return details.length === 0 ? named : `${named} (${details.join(', ')})`;
}

function toFilePart(source: JsonObject, data: unknown, fallback: string): ResultPart | undefined {
  const bytes = typeof data === 'string' ? decodeBase64(data) : undefined;
  return bytes && { kind: 'file', suggestedName: toFileName(toNameSource(source, fallback)), bytes };
}

function toNameSource({ uri, mimeType }: JsonObject, fallback: string): FileNameSource {
  return {
    fallback,
    ...(typeof uri === 'string' ? { uri } : {}),
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
  };
}

// Some servers send the URL-safe alphabet, line breaks, or no padding; anything else is shown, not guessed at.
function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s+/g, '');
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) ? Buffer.from(compact, 'base64') : undefined;
}

function toJsonPart(value: unknown): ResultPart {
  return { kind: 'text', text: JSON.stringify(value, undefined, 2) };
}
