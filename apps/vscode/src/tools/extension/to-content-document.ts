import { cutText, isJsonObject, type ContentBlock } from '@toolyard/core';

/** What a tool gave, as a document. */
export interface ContentDocument {
  readonly text: string;
  readonly language: 'json' | 'plaintext';
}

/** An editor gets slow with more than that, in characters. */
const MOST_CHARACTERS = 1_000_000;

/** What a tool gave, to be read: JSON where all of it is JSON, else its texts. A very long one is cut, and says so. */
export function toContentDocument(content: readonly ContentBlock[]): ContentDocument {
  const [first, second] = content;
  if (first === undefined) return { text: 'The tool gave nothing.', language: 'plaintext' };
  const json = second === undefined && first.type === 'text' ? readJson(first['text']) : undefined;
  if (json !== undefined) return cut({ text: JSON.stringify(json, undefined, 2), language: 'json' });
  return cut({ text: content.map(renderBlock).join('\n\n'), language: 'plaintext' });
}

function renderBlock(block: ContentBlock): string {
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (typeof data !== 'string') return JSON.stringify(block, undefined, 2);
  const kind = typeof mimeType === 'string' ? mimeType : 'unknown type';
  return `[${type}, ${kind}, ${Math.floor((data.length * 3) / 4)} bytes]`;
}

function readJson(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text) || text.length > MOST_CHARACTERS) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function cut(shown: ContentDocument): ContentDocument {
  const { length } = shown.text;
  if (length <= MOST_CHARACTERS) return shown;
  const first = `The result has ${length} characters; these are the first ${MOST_CHARACTERS}.`;
  return { text: `${first}\n\n${cutText(shown.text, MOST_CHARACTERS)}`, language: 'plaintext' };
}
