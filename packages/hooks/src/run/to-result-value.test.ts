import { describe, expect, it } from 'vitest';
import { cutValue } from './cut-value.ts';
import { toResultValue, toResultWords } from './to-result-value.ts';

const DEEP = `${'['.repeat(2000)}${']'.repeat(2000)}`;
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
    ['a text that is nested without end', { content: [{ type: 'text', text: DEEP }] }, DEEP],
    ['structured content that is', { structuredContent: { a: JSON.parse(DEEP) }, content: [] }, ''],
    ['nested, but not without end', { content: [{ type: 'text', text: '[[[[]]]]' }] }, [[[[]]]]],
  ])('%s', (_title, result, value) => {
    expect(toResultValue(result)).toEqual(value);
  });
});

describe('toResultWords', () => {
  const said = { type: 'text', text: 'Made 7.' };
  const copy = { type: 'text', text: '{"id":7}' };
  it.each([
    ['words beside structured content', { structuredContent: { id: 7 }, content: [said] }, 'Made 7.'],
    ['words and a copy', { structuredContent: { id: 7 }, content: [said, copy] }, 'Made 7.'],
    ['a copy alone', { structuredContent: { id: 7 }, content: [copy] }, undefined],
    ['structured content alone', { structuredContent: { id: 7 } }, undefined],
    ['words alone', { content: [said] }, undefined],
  ])('%s', (_title, result, words) => {
    expect(toResultWords(result)).toBe(words);
  });
});

describe('cutValue', () => {
  it('leaves alone what is short, and cuts the text of what is long', () => {
    const list = Array.from({ length: 10 }, () => 1);
    expect(cutValue(list, 21)).toBe(list);
    expect(cutValue(list, 20)).toBe('[1,1,1,1,1,1,1,1,1,1… (cut; 21 characters in all)');
    expect(cutValue(undefined, 1)).toBeUndefined();
  });

  it('takes secrets out before it cuts, and looks for them only in what is shown', () => {
    const seen: number[] = [];
    const redact = (value: unknown): unknown => {
      const text = JSON.stringify(value);
      seen.push(text.length);
      return JSON.parse(text.replaceAll('secret', '***'));
    };
    expect(cutValue('a secret', 10, redact)).toBe('a ***');
    expect(cutValue('1234567 secret', 10, redact)).toBe('1234567 **… (cut; 14 characters in all)');
    const large = Array.from({ length: 100_000 }, (_, index) => ({ [`name${index}`]: 'secret' }));
    expect(cutValue(large, 30, redact)).toBe('[{"name0":"***"},{"name1":"***… (cut; 2288891 characters in all)');
    expect(Math.max(...seen)).toBeLessThan(60_000);
    expect(cutValue('secret'.repeat(10_000), 6, redact)).toBe('… (cut; 60000 characters in all)');
  });
});
