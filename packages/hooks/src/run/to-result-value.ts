import type { ToolResult } from '@toolyard/core';
import { isTooDeep } from './is-too-deep.ts';

/**
 * What a tool gave, so that the next hook can use its parts: its structured content, the JSON in its text, or its text.
 * Parts that are nested without end are left out.
 */
export function toResultValue(result: ToolResult): unknown {
  const { structuredContent, content: blocks = [] } = result;
  if (structuredContent !== undefined && !isTooDeep(structuredContent)) return structuredContent;
  if (blocks.some((block) => block.type !== 'text') && !isTooDeep(blocks)) return blocks;
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
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}
