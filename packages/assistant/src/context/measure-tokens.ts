import { encodeText, estimateTokens } from '@toolyard/core';
import type { AnswerPart, ModelContent, ModelMessage, ModelTool, ToolAnswer } from '../model/model.ts';

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

const measured = new WeakMap<object, number>();

/** Measures once, since messages do not change. */
function measureOnce<Measured extends object>(value: Measured, measure: (value: Measured) => number): number {
  const known = measured.get(value);
  if (known !== undefined) return known;
  const tokens = measure(value);
  measured.set(value, tokens);
  return tokens;
}

/** About how many tokens a message of a person or a model is. */
export function measureMessage(message: Exclude<ModelMessage, { readonly role: 'tool' }>): number {
  return measureOnce(
    message,
    () => FRAME_TOKENS + (message.role === 'user' ? measureContents(message.content) : measureParts(message.content)),
  );
}

/** About how many tokens a tool returned. */
export function measureAnswer(answer: ToolAnswer): number {
  return measureOnce(answer, ({ content }) => measureContents(content));
}

/** About how many tokens an answer is. What a provider wants back may be much longer than what it means, such as encrypted reasoning. */
export function measureParts(parts: readonly AnswerPart[]): number {
  return measureText(JSON.stringify(parts));
}

function measureContents(contents: readonly ModelContent[]): number {
  return contents.reduce(
    (sum, content) => sum + (content.type === 'text' ? measureText(content.text) : IMAGE_TOKENS),
    0,
  );
}
