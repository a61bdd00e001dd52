import { isJsonObject, toShownContent, type ToolResult } from '@toolyard/core';

const MAX_DEPTH = 1000;

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

/** The text blocks of a result that people are shown, one below the other. */
export function toResultText(result: ToolResult): string {
  const texts = toShownContent(result).blocks.map((block) => (isJsonObject(block) ? block['text'] : undefined));
  return texts.filter((text) => typeof text === 'string').join('\n');
}

/** What a tool says in words, where its value is the structured content and these are not the same as JSON. */
export function toResultWords(result: ToolResult): string | undefined {
  if (result.structuredContent === undefined) return undefined;
  const text = toResultText(result);
  return text === '' || parseParts(text) !== undefined ? undefined : text;
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

/** Whether a value is nested so deeply that whoever walks through it, or writes it as JSON, may run out of stack. */
function isTooDeep(value: unknown): boolean {
  const open = [{ value, depth: 0 }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    const { value: outer, depth } = level;
    if (typeof outer !== 'object' || outer === null) continue;
    if (depth >= MAX_DEPTH) return true;
    for (const inner of Object.values(outer)) {
      if (typeof inner === 'object') open.push({ value: inner, depth: depth + 1 });
    }
  }
  return false;
}
