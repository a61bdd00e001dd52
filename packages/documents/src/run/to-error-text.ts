import { isJsonObject, toExecutionResult, type ContentBlock, type ToolResult } from '@toolyard/core';

/** What a tool said of its failure. An image or a file is mentioned in a line of its own after that, without its data. */
export function toErrorText(result: ToolResult): string {
  // Servers send anything.
  const sent = Array.isArray(result.content) ? result.content : [];
  const mentions = new Map<ContentBlock, string>();
  for (const block of sent) {
    const mention = mentionFile(block);
    if (mention !== undefined) mentions.set(block, mention);
  }
  const words = { ...result, content: sent.filter((block) => !mentions.has(block)) };
  const text = [toText(words), ...mentions.values()].filter((part) => part.trim() !== '').join('\n');
  return text === '' ? 'The tool failed and did not say why' : text;
}

function toText(result: ToolResult): string {
  const { content, contentType } = toExecutionResult(result, 1);
  return contentType === 'text' || contentType === 'markdown' ? String(content) : JSON.stringify(content);
}

/** An image or a file of a result in a few words, without its data; `undefined` for every other block. */
export function mentionFile(block: unknown): string | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, resource } = block;
  const { data, blob, mimeType } = isJsonObject(resource) ? resource : block;
  const encoded = data ?? blob;
  if (typeof encoded !== 'string') return undefined;
  const kind = type === 'image' || type === 'audio' ? type : 'file';
  const size = `${Math.ceil((encoded.length * 3) / 4 / 1024)} KB`;
  return `[${[kind, ...(typeof mimeType === 'string' ? [mimeType] : []), size].join(', ')}]`;
}
