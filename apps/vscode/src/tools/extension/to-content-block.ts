import { isJsonObject, type ContentBlock } from '@toolyard/core';

/** A part of what a tool of the editor gave, as servers would say it; what is no text or data is shown as JSON. */
export function toContentBlock(part: unknown): ContentBlock {
  const { value, data, mimeType }: Readonly<Record<string, unknown>> = isJsonObject(part) ? part : {};
  if (typeof value === 'string') return { type: 'text', text: value };
  if (data instanceof Uint8Array && typeof mimeType === 'string') return toDataBlock(Buffer.from(data), mimeType);
  return { type: 'text', text: JSON.stringify(value ?? part) };
}

function toDataBlock(data: Buffer, mimeType: string): ContentBlock {
  const isText = /^(text\/|application\/json)/.test(mimeType);
  if (isText) return { type: 'text', text: data.toString('utf8') };
  return { type: mimeType.startsWith('image/') ? 'image' : 'data', data: data.toString('base64'), mimeType };
}
