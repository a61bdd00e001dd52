import { cutText, isJsonObject, type ContentBlock, type ToolOutcome, type ToolResult } from '@toolyard/core';
import type { TryPart } from './protocol.ts';
import { toTable } from './to-table.ts';

/** A part as it is shown, and whole. */
export interface TrialPart {
  readonly shown: TryPart;
  /** What opens in an editor. */
  readonly text?: { readonly text: string; readonly language: 'json' | 'plaintext' };
  /** What is saved. */
  readonly file?: { readonly name: string; readonly base64: string };
}

/** A page gets slow with more than that, in characters. */
const MOST_CHARACTERS = 100_000;
/** Larger pictures are saved, not shown, in characters of base64. */
const MOST_PICTURE = 7_000_000;

/** Those that a browser shows without running or loading anything. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

const ENDINGS: Readonly<Record<string, string>> = {
  ...PICTURES,
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/plain': 'txt',
};

/** What a call gave, part by part. Everything in it is text of a stranger, and stays text. */
export function toTrialParts(outcome: ToolOutcome): readonly TrialPart[] {
  if (outcome.kind === 'failure') return [toTextPart(outcome.error.message)];
  return toResultParts(outcome.result);
}

function toResultParts({ structuredContent, content = [], ...rest }: ToolResult): readonly TrialPart[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const structured = structuredContent === undefined ? [] : toJsonParts(structuredContent);
  const same = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  const shown = blocks.filter(isBlock).filter((block) => same === undefined || !repeats(block, same));
  const parts = [...structured, ...shown.flatMap((block, index) => toBlockParts(block, index + 1))];
  return parts.length > 0 || Object.keys(rest).length === 0 ? parts : toJsonParts(rest);
}

function isBlock(value: unknown): value is ContentBlock {
  return isJsonObject(value) && typeof value['type'] === 'string';
}

/** Servers send structured content as text too, for clients that do not know it. */
function repeats({ type, text }: ContentBlock, json: string): boolean {
  return type === 'text' && typeof text === 'string' && JSON.stringify(readJson(text)) === json;
}

function toBlockParts(block: ContentBlock, number: number): readonly TrialPart[] {
  const { type, text, data, mimeType, resource } = block;
  if (type === 'text' && typeof text === 'string') return toTextParts(text);
  if (typeof data === 'string') return [toDataPart(`result-${number}`, typeOf(mimeType), data)];
  if (type === 'resource' && isJsonObject(resource)) return toResourceParts(resource, number);
  if (type === 'resource_link' && typeof block['uri'] === 'string') return [toLinkPart(block, block['uri'])];
  return toJsonParts(block);
}

function toTextParts(text: string): readonly TrialPart[] {
  const json = readJson(text);
  return json === undefined ? [toTextPart(text)] : toJsonParts(json);
}

function toResourceParts(
  { uri, mimeType, text, blob }: ContentBlock | Record<string, unknown>,
  number: number,
): readonly TrialPart[] {
  if (typeof text === 'string') return toTextParts(text);
  const name = typeof uri === 'string' ? (uri.split(/[/\\?#]/).findLast((each) => each !== '') ?? '') : '';
  if (typeof blob !== 'string') return toJsonParts({ uri, mimeType });
  return [toDataPart(name === '' ? `result-${number}` : name, typeOf(mimeType), blob)];
}

function toLinkPart({ name, description }: ContentBlock, uri: string): TrialPart {
  const about = typeof description === 'string' && description !== '' ? { about: description } : {};
  return { shown: { kind: 'link', name: typeof name === 'string' ? name : uri, uri, ...about } };
}

function toDataPart(name: string, mimeType: string, data: string): TrialPart {
  const base64 = data.replaceAll(/\s+/g, '');
  const ending = ENDINGS[mimeType];
  const isNamed = ending === undefined || name.toLowerCase().endsWith(`.${ending}`);
  // The dialog that saves it shows the name, and nothing but a name may stand in it.
  const safe =
    name
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 100) || 'result';
  const file = { name: isNamed ? safe : `${safe}.${ending}`, base64 };
  const about = `${mimeType}, ${describeSize(Math.floor((base64.length * 3) / 4))}`;
  const isShown =
    Object.hasOwn(PICTURES, mimeType) && base64.length <= MOST_PICTURE && /^[A-Za-z0-9+/]*={0,2}$/.test(base64);
  return isShown
    ? { shown: { kind: 'image', src: `data:${mimeType};base64,${base64}`, about }, file }
    : { shown: { kind: 'file', about: `${file.name} (${about})` }, file };
}

function toTextPart(text: string): TrialPart {
  return { shown: { kind: 'text', ...cut(text) }, text: { text, language: 'plaintext' } };
}

function toJsonParts(value: unknown): readonly TrialPart[] {
  const text = JSON.stringify(value, undefined, 2) ?? 'null';
  const whole = { text, language: 'json' } as const;
  const table = toTable(value);
  if (table === undefined) return [{ shown: { kind: 'json', ...cut(text) }, text: whole }];
  const { text: json, more: moreJson } = cut(text);
  return [{ shown: { kind: 'table', ...table, json, moreJson }, text: whole }];
}

function cut(text: string): { readonly text: string; readonly more: number } {
  return { text: cutText(text, MOST_CHARACTERS), more: Math.max(0, text.length - MOST_CHARACTERS) };
}

function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function typeOf(mimeType: unknown): string {
  return typeof mimeType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

function describeSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
