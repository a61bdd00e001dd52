import { encodeText, estimateTokens } from '@toolyard/core';
import type { AnswerPart, ModelContent, ModelMessage, ModelTool } from '../model/model.ts';

/** What providers count for an image of common size, whatever its bytes. */
const IMAGE_TOKENS = 1600;

/** What a message or a part of it takes besides its text. */
const FRAME_TOKENS = 8;

/** About how many tokens a text is. */
export function measureText(text: string): number {
  return estimateTokens(encodeText(text).length);
}

/** About how many tokens a tool takes in each request. */
export function measureTool({ name, description, inputSchema }: ModelTool): number {
  return FRAME_TOKENS + measureText(JSON.stringify({ name, description, inputSchema }));
}

const measured = new WeakMap<ModelMessage, number>();

/** About how many tokens a message is; measured once, since messages do not change. */
export function measureMessage(message: ModelMessage): number {
  const known = measured.get(message);
  if (known !== undefined) return known;
  const tokens = FRAME_TOKENS + partsOf(message).reduce((sum, part) => sum + FRAME_TOKENS + part, 0);
  measured.set(message, tokens);
  return tokens;
}

function partsOf(message: ModelMessage): number[] {
  if (message.role === 'user') return message.content.map(measureContent);
  if (message.role === 'assistant') return [measureParts(message.content)];
  return message.answers.map(({ content }) => content.reduce((sum, part) => sum + measureContent(part), 0));
}

/** About how many tokens an answer is. What a provider wants back may be much longer than what it means, such as encrypted reasoning. */
export function measureParts(parts: readonly AnswerPart[]): number {
  return measureText(JSON.stringify(parts));
}

/** About how many tokens a text or an image is. */
export function measureContent(content: ModelContent): number {
  return content.type === 'text' ? measureText(content.text) : IMAGE_TOKENS;
}
