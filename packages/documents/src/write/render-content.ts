import {
  dropControlCharacters,
  isJsonObject,
  toExecutionResult,
  toShownContent,
  type ContentType,
  type JsonObject,
  type ShownContent,
  type ToolResult,
} from '@toolyard/core';
import type { BlockOptions } from '../parse/note.ts';
import { decodeBase64 } from './attachment.ts';
import { containMarkdown } from './contain-markdown.ts';
import type { Attachments } from './create-attachments.ts';
import { escapeMarkdown, isPlainLine, toMarkdownLine } from './escape-markdown.ts';
import { toFence } from './to-fence.ts';

const MOST_COLUMNS = 20;

type Display = NonNullable<BlockOptions['display']>;

/** The output of a tool as Markdown, with files for what is no text or too much of it. */
export function renderContent(result: ToolResult, display: Display, attachments: Attachments): string {
  const { content, contentType } = toExecutionResult(result, 1);
  const shown = toShownContent(result);
  if (isMixed(shown, contentType)) return renderParts(shown, display, attachments);
  switch (contentType) {
    case 'json':
      return renderJson(content, display, attachments, findExactText(shown));
    case 'markdown':
      return renderMarkdown(String(content), display, attachments);
    default:
      return renderText(String(content), display, attachments);
  }
}

/** Whether it takes several parts to show it, each in its own way. */
function isMixed({ blocks, structured }: ShownContent, contentType: ContentType): boolean {
  if (contentType === 'image') return true;
  return structured === undefined ? contentType === 'text' && blocks.some(isMore) : blocks.length > 0;
}

/** What is more than text, though the kind of the whole is text: a link, a sound, a file. */
function isMore(block: unknown): boolean {
  if (!isJsonObject(block)) return false;
  const { type, resource } = block;
  return (
    type === 'audio' || type === 'resource_link' || (isJsonObject(resource) && typeof resource['blob'] === 'string')
  );
}

function renderText(text: string, display: Display, attachments: Attachments): string {
  const { shown, note } = attachments.cap(dropControlCharacters(text), 'text/plain');
  if (display === 'inline') return join([toMarkdownLine(shown), note], ' ');
  const isPlain = shown.trim() === '' || isPlainLine(shown);
  return join([isPlain ? shown.trim() : toFence(shown, 'text'), note]);
}

/** JSON as the tool wrote it, where reading it changes its numbers. */
function findExactText({ blocks: [only, ...others] }: ShownContent): string | undefined {
  if (others.length > 0 || !isJsonObject(only)) return undefined;
  const { text } = only;
  return typeof text === 'string' && /\d{16}|\d[eE]\+?\d{3}/.test(text) ? text : undefined;
}

function renderJson(value: unknown, display: Display, attachments: Attachments, exact?: string): string {
  const table = display === 'table' ? renderMarkdownTable(value) : undefined;
  const text = dropControlCharacters(exact ?? JSON.stringify(value, undefined, display === 'inline' ? 0 : 2) ?? 'null');
  const { shown, note } = attachments.cap(text, 'application/json');
  if (display === 'inline') return join([toMarkdownLine(shown), note], ' ');
  return join([table !== undefined && note === undefined ? table : toFence(shown, 'json'), note]);
}

function renderMarkdown(text: string, display: Display, attachments: Attachments): string {
  const { shown, note } = attachments.cap(dropControlCharacters(text), 'text/markdown');
  if (display === 'inline') return join([toMarkdownLine(shown), note], ' ');
  return join([containMarkdown(shown), note]);
}

function renderParts({ blocks, structured }: ShownContent, display: Display, attachments: Attachments): string {
  const parts = blocks.map((block) => renderBlock(block, display, attachments));
  if (structured !== undefined) parts.push(renderJson(structured, display, attachments));
  return join(parts, display === 'inline' ? ' ' : '\n\n');
}

function renderBlock(block: unknown, display: Display, attachments: Attachments): string {
  if (!isJsonObject(block)) return renderJson(block, display, attachments);
  const { type, text, uri } = block;
  if (type === 'text' && typeof text === 'string') return renderText(text, display, attachments);
  if (type === 'resource_link' && typeof uri === 'string') return renderLink(block, uri);
  const { resource } = block;
  const inner = type === 'resource' && isJsonObject(resource) ? resource : block;
  if (typeof inner['text'] === 'string') return renderText(inner['text'], display, attachments);
  return renderFile(inner, type === 'image', attachments) ?? renderJson(block, display, attachments);
}

function renderFile(
  { data, blob, mimeType, uri }: JsonObject,
  isImage: boolean,
  attachments: Attachments,
): string | undefined {
  const encoded = data ?? blob;
  const bytes = typeof encoded === 'string' ? decodeBase64(encoded) : undefined;
  if (bytes === undefined) return undefined;
  const type = typeof mimeType === 'string' ? mimeType : '';
  const title = toMarkdownLine(dropControlCharacters(typeof uri === 'string' ? uri : type)) || 'file';
  return attachments.add({ bytes, mimeType: type, title, isImage });
}

/** Only addresses that a reader expects to follow are links. */
function renderLink(link: JsonObject, uri: string): string {
  const title = [link['title'], link['name']].find((text) => typeof text === 'string' && text !== '');
  const label = toMarkdownLine(dropControlCharacters(typeof title === 'string' ? title : uri));
  if (/^(?:https?:\/\/|mailto:)[^\s<>()\\]+$/i.test(uri)) return `[${label}](${uri})`;
  return title === undefined
    ? label
    : `${label}: ${escapeMarkdown(dropControlCharacters(uri).replaceAll(/\s+/g, ' '))}`;
}

function join(parts: readonly (string | undefined)[], gap = '\n\n'): string {
  return parts.filter((part) => part !== undefined && part !== '').join(gap);
}

/** A Markdown table of a list of objects, one a row; nothing where the value is no such list, or has too many fields. */
function renderMarkdownTable(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isJsonObject)) return undefined;
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined;
  const rows = value.map((row) =>
    columns.map((column) => toCell(Object.hasOwn(row, column) ? row[column] : undefined)),
  );
  const lines = [columns.map(toCell), columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return toMarkdownLine(dropControlCharacters(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
}
