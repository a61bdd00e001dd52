import type { ToolResult } from '@toolyard/core';
import { expect, it } from 'vitest';
import { toErrorText } from './to-error-text.ts';

const data = Buffer.alloc(12 * 1024).toString('base64');
const image = { type: 'image', data, mimeType: 'image/png' };
const words = { type: 'text', text: 'no such place' };

it.each<[string, ToolResult, string]>([
  ['words', { content: [words] }, 'no such place'],
  ['an image', { content: [image] }, '[image, image/png, 12 KB]'],
  ['words and an image', { content: [image, words] }, 'no such place\n[image, image/png, 12 KB]'],
  ['a sound without a type', { content: [{ type: 'audio', data }] }, '[audio, 12 KB]'],
  [
    'a file',
    { content: [{ type: 'resource', resource: { uri: 'x:y', mimeType: 'application/pdf', blob: data } }] },
    '[file, application/pdf, 12 KB]',
  ],
  ['structure and an image', { content: [image], structuredContent: { a: 1 } }, '{"a":1}\n[image, image/png, 12 KB]'],
  ['nothing', {}, 'The tool failed and did not say why'],
])('says what a failed tool gave: %s', (_what, result, text) => {
  expect(toErrorText(result)).toBe(text);
});
