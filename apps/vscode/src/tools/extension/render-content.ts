import { cutText, isJsonObject, type ContentBlock, type ToolOutcome, type ToolResult } from '@toolyard/core';

/** What a tool gave, as a document. */
export interface ShownTrial {
  readonly text: string;
  readonly language: 'json' | 'plaintext';
}

/** An editor gets slow with more than that, in characters. */
const MOST_CHARACTERS = 1_000_000;

/** What a call gave, to be read: JSON where all of it is JSON, else its texts. A very long one is cut, and says so. */
export function renderTrial(outcome: ToolOutcome): ShownTrial {
  if (outcome.kind === 'failure') return cut({ text: outcome.error.message, language: 'plaintext' });
  const shown = renderResult(outcome.result);
  const isCut = shown.text.length > MOST_CHARACTERS;
  return outcome.kind === 'tool-error' && !isCut
    ? { text: `The tool reported an error:\n\n${shown.text}`, language: 'plaintext' }
    : cut(shown);
}

function renderResult({ structuredContent, content = [], ...rest }: ToolResult): ShownTrial {
  if (structuredContent !== undefined) return toJson(structuredContent);
  const [first, second] = content;
  const only = second === undefined && first?.type === 'text' ? readJson(first['text']) : undefined;
  if (only !== undefined) return toJson(only);
  if (content.length === 0) return toJson(rest);
  return { text: content.map(renderBlock).join('\n\n'), language: 'plaintext' };
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

function toJson(value: unknown): ShownTrial {
  return { text: JSON.stringify(value, undefined, 2), language: 'json' };
}

function cut(shown: ShownTrial): ShownTrial {
  const { length } = shown.text;
  if (length <= MOST_CHARACTERS) return shown;
  const first = `The result has ${length} characters; these are the first ${MOST_CHARACTERS}.`;
  return { text: `${first}\n\n${cutText(shown.text, MOST_CHARACTERS)}`, language: 'plaintext' };
}
