import { isJsonObject, toExecutionResult, toShownContent, type ToolOutcome } from '@toolyard/core';
import { mentionFile } from '@toolyard/documents';
import type { ModelContent } from '../model/model.ts';

/** What a model is told about the outcome of a call, before it is marked as data; without images where the model takes none. */
export function toToolContent(outcome: ToolOutcome, takesImages: boolean): readonly ModelContent[] {
  if (outcome.kind === 'failure') return [{ type: 'text', text: outcome.error.message }];
  const { blocks, structured } = toShownContent(outcome.result);
  const contents = blocks.map((block) => toContent(block, takesImages));
  if (structured !== undefined) contents.push({ type: 'text', text: JSON.stringify(structured) });
  return joinTexts(contents, outcome.kind === 'tool-error' ? 'The tool failed and did not say why' : '(no output)');
}

function toContent(block: unknown, takesImages: boolean): ModelContent {
  if (takesImages && isJsonObject(block) && block['type'] === 'image') {
    const { data, mimeType } = block;
    if (typeof data === 'string' && typeof mimeType === 'string') return { type: 'image', data, mimeType };
  }
  return { type: 'text', text: mentionFile(block) ?? toText(block) };
}

function toText(block: unknown): string {
  if (!isJsonObject(block)) return JSON.stringify(block) ?? '';
  // Read as a note reads it, but JSON stays as the server wrote it.
  const { text } = block;
  if (block['type'] === 'text' && typeof text === 'string') return text;
  const { content } = toExecutionResult({ content: [{ ...block, type: String(block['type']) }] }, 1);
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** One text, then the images: the marks of data go around the text as a whole. */
function joinTexts(contents: readonly ModelContent[], otherwise: string): readonly ModelContent[] {
  const texts = contents.flatMap((content) => (content.type === 'text' ? [content.text] : []));
  const images = contents.filter(({ type }) => type === 'image');
  const text = texts.filter((part) => part.trim() !== '').join('\n');
  if (text === '' && images.length > 0) return images;
  return [{ type: 'text', text: text === '' ? otherwise : text }, ...images];
}
