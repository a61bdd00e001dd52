import { isJsonObject, type JsonObject } from '../schema/json-object.ts';
import type { ToolResult } from './tool-caller.ts';

/** What people are shown of a result. */
export interface ShownContent {
  /** In the order of the server, which may have sent anything. */
  readonly blocks: readonly unknown[];
  /** The structured content, where no text says it; absent elsewhere. */
  readonly structured?: unknown;
}

/** What a result says to people: its text, wherever there is some, and its structured content only in place of that. */
export function toShownContent({ content, structuredContent }: ToolResult): ShownContent {
  const sent: readonly unknown[] = Array.isArray(content) ? content : [];
  const copy = JSON.stringify(structuredContent);
  const isCopy = (block: unknown): boolean => hasText(block) && block['text'] === copy;
  // Some servers say it for people, and once more as JSON for programs.
  const isTwice = sent.some((block) => hasText(block) && !isCopy(block));
  const blocks = isTwice ? sent.filter((block) => !isCopy(block)) : sent;
  return structuredContent === undefined || blocks.some(hasText)
    ? { blocks }
    : { blocks, structured: structuredContent };
}

function hasText(block: unknown): block is JsonObject {
  if (!isJsonObject(block) || block['type'] !== 'text') return false;
  const { text } = block;
  return typeof text === 'string' && text.trim() !== '';
}
