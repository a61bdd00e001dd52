import type { ContentBlock } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toContentDocument } from './to-content-document.ts';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });

describe('toContentDocument', () => {
  it.each<[string, readonly ContentBlock[], string, string]>([
    ['a text that is JSON', [text('[1,2]')], 'json', '[\n  1,\n  2\n]'],
    ['a text that only looks like JSON', [text('{ no')], 'plaintext', '{ no'],
    ['several texts', [text('a'), text('b')], 'plaintext', 'a\n\nb'],
    ['an image', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], 'plaintext', '[image, image/png, 3 bytes]'],
    [
      'a link',
      [{ type: 'resource_link', uri: 'a:b' }],
      'plaintext',
      '{\n  "type": "resource_link",\n  "uri": "a:b"\n}',
    ],
  ])('shows %s', (_what, content, language, shown) => {
    expect(toContentDocument(content)).toEqual({ text: shown, language });
  });

  it('says that there is nothing where a tool gave nothing', () => {
    expect(toContentDocument([])).toEqual({ text: 'The tool gave nothing.', language: 'plaintext' });
  });

  it('cuts what an editor could not show, and says so', () => {
    const { text: shown, language } = toContentDocument([text(`[${'1,'.repeat(2_000_000)}1]`)]);
    expect(language).toBe('plaintext');
    expect(shown).toMatch(/^The result has 4000003 characters; these are the first 1000000\.\n\n\[1,1/);
    expect(shown.length).toBeLessThan(1_000_200);
  });
});
