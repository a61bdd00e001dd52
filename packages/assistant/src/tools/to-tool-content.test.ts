import type { ToolOutcome, ToolResult } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toToolContent } from './to-tool-content.ts';

const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const text = (value: string) => ({ type: 'text', text: value });
const success = (result: ToolResult): ToolOutcome => ({ kind: 'success', result, json: JSON.stringify(result) });

describe('what a model is told of a result', () => {
  it.each<[string, ToolResult, unknown]>([
    ['texts', { content: [text('a'), text('b')] }, [text('a\nb')]],
    ['JSON as the server wrote it', { content: [text('{ "a":  1 }')] }, [text('{ "a":  1 }')]],
    ['structured content', { structuredContent: { a: 1 } }, [text('{"a":1}')]],
    ['an image with words', { content: [image, text('a cat')] }, [text('a cat'), image]],
    ['an image alone', { content: [image] }, [image]],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'a://b', text: 'r' } }] }, [text('r')]],
    ['a link', { content: [{ type: 'resource_link', uri: 'a://b' }] }, [text('a://b')]],
    ['a sound', { content: [{ ...image, type: 'audio', mimeType: 'audio/wav' }] }, [text('[audio, audio/wav, 1 KB]')]],
    ['nothing', { content: [] }, [text('(no output)')]],
  ])('is %s', (_, result, content) => {
    expect(toToolContent(success(result), true)).toEqual(content);
  });

  it('mentions an image where the model takes none', () => {
    expect(toToolContent(success({ content: [image] }), false)).toEqual([text('[image, image/png, 1 KB]')]);
  });

  it('is what went wrong, also where the tool does not say it', () => {
    const failed: ToolOutcome = { kind: 'tool-error', result: { isError: true }, json: '{}' };
    expect(toToolContent(failed, true)).toEqual([text('The tool failed and did not say why')]);
    const refused: ToolOutcome = { kind: 'failure', error: { code: -32602, message: 'no such thing' } };
    expect(toToolContent(refused, true)).toEqual([text('no such thing')]);
  });
});
