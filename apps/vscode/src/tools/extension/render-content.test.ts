import type { ToolOutcome, ToolResult } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { renderTrial } from './render-trial.ts';

const toOutcome = (result: ToolResult, kind: 'success' | 'tool-error' = 'success'): ToolOutcome => ({
  kind,
  result,
  json: '',
});
const text = (value: string): { readonly type: string; readonly text: string } => ({ type: 'text', text: value });

describe('renderTrial', () => {
  it.each<[string, ToolResult, string, string]>([
    ['structured content', { content: [text('x')], structuredContent: { sum: 3 } }, 'json', '{\n  "sum": 3\n}'],
    ['a text that is JSON', { content: [text('[1,2]')] }, 'json', '[\n  1,\n  2\n]'],
    ['a text that only looks like JSON', { content: [text('{ no')] }, 'plaintext', '{ no'],
    ['several texts', { content: [text('a'), text('b')] }, 'plaintext', 'a\n\nb'],
    [
      'an image',
      { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
      'plaintext',
      '[image, image/png, 3 bytes]',
    ],
    ['nothing', { content: [] }, 'json', '{}'],
    [
      'a link',
      { content: [{ type: 'resource_link', uri: 'a:b' }] },
      'plaintext',
      '{\n  "type": "resource_link",\n  "uri": "a:b"\n}',
    ],
  ])('shows %s', (_what, result, language, shown) => {
    expect(renderTrial(toOutcome(result))).toEqual({ text: shown, language });
  });

  it('says that the tool reported an error, and shows errors of the protocol in their words', () => {
    expect(renderTrial(toOutcome({ content: [text('no such file')] }, 'tool-error')).text).toBe(
      'The tool reported an error:\n\nno such file',
    );
    const error = { code: -32602, message: 'Unknown tool' };
    expect(renderTrial({ kind: 'failure', error })).toEqual({ text: 'Unknown tool', language: 'plaintext' });
  });

  it('cuts what an editor could not show, and says so', () => {
    const { text: shown, language } = renderTrial(toOutcome({ content: [text(`[${'1,'.repeat(2_000_000)}1]`)] }));
    expect(language).toBe('plaintext');
    expect(shown).toMatch(/^The result has 4000003 characters; these are the first 1000000\.\n\n\[1,1/);
    expect(shown.length).toBeLessThan(1_000_200);
  });
});
