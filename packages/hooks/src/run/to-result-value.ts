import type { ToolResult } from '@toolyard/core';

/** What a tool gave, so that the next hook can use its parts: its structured content, the JSON in its text, or its text. */
export function toResultValue(result: ToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const blocks = result.content ?? [];
  if (blocks.some((block) => block.type !== 'text')) return blocks;
  const text = toResultText(result);
  return parseParts(text) ?? text;
}

/** The text blocks of a result, one below the other. */
export function toResultText({ content = [] }: ToolResult): string {
  const texts = content.map((block) => block['text']).filter((text) => typeof text === 'string');
  return texts.join('\n');
}

/** The object or list that a text is the JSON of. */
function parseParts(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
