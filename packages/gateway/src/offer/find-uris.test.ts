import { createErrorResponse, createResponse } from '@toolyard/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUris } from './find-uris.ts';

const find = (result: unknown): readonly string[] => findUris(createResponse(1, JSON.stringify(result)));

const link = (uri: unknown): object => ({ type: 'resource_link', uri, name: 'n' });
const embedded = (uri: unknown): object => ({ type: 'resource', resource: { uri, text: 't' } });

/** Makes a result too large to be parsed. */
const padding = { type: 'text', text: 'x'.repeat(256 * 1024) };

describe('findUris', () => {
  it('finds links and embedded resources in the content of a tool', () => {
    expect(find({ content: [{ type: 'text', text: 't' }, link('a://1'), embedded('a://2')] })).toEqual([
      'a://1',
      'a://2',
    ]);
  });

  it('finds them in the messages of a prompt', () => {
    const messages = [
      { role: 'user', content: embedded('a://1') },
      { role: 'user', content: [link('a://2')] },
    ];
    expect(find({ messages })).toEqual(['a://1', 'a://2']);
  });

  it('finds the resources that reading another one gave', () => {
    expect(find({ contents: [{ uri: 'a://dir/1', text: '' }, { uri: 'a://dir/2' }] })).toEqual([
      'a://dir/1',
      'a://dir/2',
    ]);
  });

  it('takes no other member of that name in a small result', () => {
    const structuredContent = { uri: 'a://1', list: [link('a://2')] };
    expect(find({ content: [{ type: 'text', uri: 'a://3' }, link(4), null], structuredContent })).toEqual([]);
  });

  it('finds nothing in an error, and nothing in texts', () => {
    const data = { content: [link('a://1')] };
    expect(findUris(createErrorResponse(1, { code: -32000, message: 'no', data }))).toEqual([]);
    expect(find({ content: [{ type: 'text', text: JSON.stringify(link('a://1')) }, padding] })).toEqual([]);
  });

  it('leaves out a URI that is very long', () => {
    expect(find({ content: [link(`a://${'x'.repeat(3000)}`), link('a://1')] })).toEqual(['a://1']);
    expect(find({ content: [link(`a://${'x'.repeat(3000)}`), link('a://1'), padding] })).toEqual(['a://1']);
  });

  it('reads a large result written with spaces', () => {
    const text = JSON.stringify({ content: [link('a://1'), padding] }, null, 2).replaceAll('"uri":', '"uri" :\n\t');
    expect(findUris(createResponse(1, text))).toEqual(['a://1']);
  });

  it('finds the same in a large result as in a small one, whatever the URIs are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 5 }), (uris) => {
        const content = uris.flatMap((uri) => [link(uri), embedded(uri)]);
        expect(find({ content: [...content, padding] })).toEqual(uris.flatMap((uri) => [uri, uri]));
        expect(find({ content })).toEqual(uris.flatMap((uri) => [uri, uri]));
      }),
      { numRuns: 50 },
    );
  });

  it('looks at the start and the end of a huge result', () => {
    const huge = { type: 'text', text: 'x'.repeat(2 * 1024 * 1024) };
    expect(find({ content: [link('a://1'), huge, link('a://2'), huge, link('a://3')] })).toEqual(['a://1', 'a://3']);
  });

  it('takes a thousand from a large result', () => {
    const content = Array.from({ length: 1200 }, (_, index) => link(`a://${index}`));
    expect(find({ content: [...content, padding] })).toHaveLength(1000);
  });
});
