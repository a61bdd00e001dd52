import { describe, expect, it } from 'vitest';
import { cutValue } from './cut-value.ts';
import { toResultValue } from './to-result-value.ts';

const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };

describe('toResultValue', () => {
  it.each([
    ['structured content', { structuredContent: { id: 7 }, content: [{ type: 'text', text: '{}' }] }, { id: 7 }],
    ['an object in a text', { content: [{ type: 'text', text: ' {"id": 7}' }] }, { id: 7 }],
    ['a list in a text', { content: [{ type: 'text', text: '[1]' }] }, [1]],
    ['a text that only begins like JSON', { content: [{ type: 'text', text: '{id}' }] }, '{id}'],
    ['a number in a text', { content: [{ type: 'text', text: '007' }] }, '007'],
    ['several texts', { content: ['a', 'b'].map((text) => ({ type: 'text', text })) }, 'a\nb'],
    ['something else than text', { content: [image] }, [image]],
    ['nothing', {}, ''],
  ])('%s', (_title, result, value) => {
    expect(toResultValue(result)).toEqual(value);
  });
});

describe('cutValue', () => {
  it('leaves alone what is short, and cuts the text of what is long', () => {
    const list = Array.from({ length: 10 }, () => 1);
    expect(cutValue(list, 21)).toBe(list);
    expect(cutValue(list, 20)).toBe('[1,1,1,1,1,1,1,1,1,1… (cut; 21 characters in all)');
    expect(cutValue(undefined, 1)).toBeUndefined();
  });
});
