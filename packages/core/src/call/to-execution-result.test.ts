import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolResult } from './tool-caller.ts';
import { toExecutionResult } from './to-execution-result.ts';

const text = (value: string) => ({ type: 'text', text: value });
const markdown = (value: string, mimeType = 'text/markdown') => ({
  type: 'resource',
  resource: { uri: 'a://b', mimeType, text: value },
});
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

describe('toExecutionResult', () => {
  it.each<[string, ToolResult, string, unknown]>([
    ['text', { content: [text('hello')] }, 'text', 'hello'],
    ['several texts', { content: [text('a'), text('b')] }, 'text', 'a\nb'],
    ['nothing', {}, 'text', ''],
    ['no blocks', { content: [] }, 'text', ''],
    ['a JSON object as text', { content: [text(' {"a":1}')] }, 'json', { a: 1 }],
    ['a JSON array as text', { content: [text('[1]')] }, 'json', [1]],
    ['a number as text', { content: [text('12')] }, 'text', '12'],
    ['text that only begins like JSON', { content: [text('{not json')] }, 'text', '{not json'],
    ['structured content', { content: [], structuredContent: { n: 1 } }, 'json', { n: 1 }],
    ['structured content beside an empty text', { content: [text('')], structuredContent: [1] }, 'json', [1]],
    ['structured content beside white space', { content: [text(' \n')], structuredContent: [1] }, 'json', [1]],
    [
      'structured content beside a text block without text',
      { content: [{ type: 'text' }], structuredContent: [1] },
      'json',
      [1],
    ],
    ['words beside structured content', { content: [text('x')], structuredContent: { n: 1 } }, 'text', 'x'],
    [
      'words and a copy of the structured content',
      { content: [text('x'), text('{"n":1}')], structuredContent: { n: 1 } },
      'text',
      'x',
    ],
    ['a copy alone', { content: [text('{"n":1}')], structuredContent: { n: 1 } }, 'json', { n: 1 }],
    ['structured content that is null', { structuredContent: null }, 'json', null],
    ['Markdown', { content: [markdown('# Title')] }, 'markdown', '# Title'],
    ['Markdown with a charset', { content: [markdown('# T', 'text/markdown; charset=utf-8')] }, 'markdown', '# T'],
    ['a resource of another type', { content: [markdown('x', 'text/plain')] }, 'text', 'x'],
    ['text beside Markdown', { content: [text('see'), markdown('# T')] }, 'text', 'see\n# T'],
    ['an image', { content: [image] }, 'image', [image]],
    ['an image with words', { content: [text('a cat'), image] }, 'image', [text('a cat'), image]],
    ['an image with structure', { content: [image], structuredContent: {} }, 'image', [image]],
    ['a link', { content: [{ type: 'resource_link', uri: 'a://b' }] }, 'text', 'a://b'],
    ['a block nobody knows', { content: [text('-'), { type: 'hologram' }] }, 'text', '-\n{"type":"hologram"}'],
  ])('tells the kind of %s', (_, result, contentType, content) => {
    expect(toExecutionResult(result, 12)).toEqual({
      content,
      contentType,
      displayFormat: 'block',
      executionDuration: 12,
    });
  });

  it('gives a positive duration to a call that took no time', () => {
    expect(toExecutionResult({}, 0).executionDuration).toBe(1);
  });

  it.each<[unknown, number | undefined]>([
    [{ tokensUsed: 7 }, 7],
    [{ total_tokens: 0 }, 0],
    [{ usage: { totalTokens: 9 } }, 9],
    [{ usage: { input_tokens: 3, output_tokens: 4 } }, 7],
    [{ promptTokens: 1, completionTokens: 2 }, 3],
    [{ usage: { input_tokens: 3 } }, undefined],
    [{ tokensUsed: '7' }, undefined],
    [{ tokensUsed: -1 }, undefined],
    [{ tokensUsed: Number.NaN }, undefined],
    ['tokensUsed', undefined],
    [null, undefined],
  ])('finds the tokens that %j reports', (meta, tokens) => {
    expect(toExecutionResult({ _meta: meta }, 1).tokensUsed).toBe(tokens);
  });

  it('takes anything a server sends, and gives what can be written as JSON', () => {
    const result = fc.record(
      { content: fc.jsonValue(), structuredContent: fc.jsonValue(), _meta: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(result, (given: object) => {
        const made = toExecutionResult(given as ToolResult, 5);
        expect(JSON.stringify(made.content)).toBeTypeOf('string');
      }),
    );
  });
});
