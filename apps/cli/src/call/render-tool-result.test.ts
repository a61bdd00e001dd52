import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolResult } from '@toolyard/core';
import { findSlowText } from '@toolyard/testing';
import { renderToolResult } from './render-tool-result.ts';
import { toFileName } from './to-file-name.ts';

const PIXEL = 'iVBORw0KGgo=';
const BYTES = Buffer.from(PIXEL, 'base64');

/** What a server sent, which need not be a `ToolResult` at all. */
function render(result: unknown): unknown[] {
  const sent: ToolResult = JSON.parse(JSON.stringify(result));
  return [...renderToolResult(sent)];
}

describe('renderResult', () => {
  it('keeps text as it is, in order', () => {
    const content = [
      { type: 'text', text: 'one\n' },
      { type: 'text', text: '{"a": 1}' },
    ];
    expect(render({ content })).toEqual([
      { kind: 'text', text: 'one\n' },
      { kind: 'text', text: '{"a": 1}' },
    ]);
  });

  it.each([
    [{ type: 'image', data: PIXEL, mimeType: 'image/png' }, 'image.png'],
    [{ type: 'image', data: PIXEL, mimeType: 'IMAGE/JPEG; q=1' }, 'image.jpg'],
    [{ type: 'image', data: PIXEL }, 'image.bin'],
    [{ type: 'image', data: 'iVBORw\n0KGgo', mimeType: 'image/webp' }, 'image.webp'],
    [{ type: 'audio', data: PIXEL, mimeType: 'audio/mpeg' }, 'audio.mp3'],
    [{ type: 'resource', resource: { uri: 'file:///a/report.pdf', blob: PIXEL } }, 'report.pdf'],
    [{ type: 'resource', resource: { uri: 'x://h/data', blob: PIXEL, mimeType: 'application/zip' } }, 'data.zip'],
  ])('gives a file for %j', (block, suggestedName) => {
    const parts = render({ content: [block] });
    expect(parts).toEqual([{ kind: 'file', suggestedName, bytes: expect.anything() }]);
    expect(renderToolResult({ content: [block] })).toMatchObject([{ bytes: BYTES }]);
  });

  it('shows the text of an embedded resource', () => {
    const content = [{ type: 'resource', resource: { uri: 'a://b', mimeType: 'text/plain', text: 'hello' } }];
    expect(render({ content })).toEqual([{ kind: 'text', text: 'hello' }]);
  });

  it.each([
    [{ uri: 'a://b' }, 'a://b'],
    [{ uri: 'a://b', name: 'b' }, 'b: a://b'],
    [
      { uri: 'a://b', name: 'b', title: 'B', mimeType: 'text/plain', description: 'the b' },
      'B: a://b (text/plain, the b)',
    ],
  ])('shows a link to a resource: %j', (link, text) => {
    expect(render({ content: [{ type: 'resource_link', ...link }] })).toEqual([{ kind: 'text', text }]);
  });

  it('shows structured content only where no text says it', () => {
    const structuredContent = { a: 1 };
    const json = { kind: 'text', text: '{\n  "a": 1\n}' };
    const text = { type: 'text', text: 'a is 1' };
    expect(render({ structuredContent })).toEqual([json]);
    expect(render({ content: [], structuredContent })).toEqual([json]);
    expect(render({ content: [{ type: 'text', text: '' }], structuredContent })).toEqual([
      { kind: 'text', text: '' },
      json,
    ]);
    expect(render({ content: [text], structuredContent })).toEqual([{ kind: 'text', text: 'a is 1' }]);
    expect(render({ structuredContent: null })).toEqual([{ kind: 'text', text: 'null' }]);
  });

  it('leaves out a copy of the structured content beside other text', () => {
    const copy = { type: 'text', text: '{"a":1}' };
    const said = { type: 'text', text: 'a is 1' };
    const structuredContent = { a: 1 };
    expect(render({ content: [said, copy], structuredContent })).toEqual([{ kind: 'text', text: 'a is 1' }]);
    expect(render({ content: [copy], structuredContent })).toEqual([{ kind: 'text', text: '{"a":1}' }]);
    expect(render({ content: [said, copy] })).toHaveLength(2);
  });

  it.each([
    { type: 'hologram', data: 'AAAA' },
    { type: 'text', text: 5 },
    { type: 'image', data: 'not base64!' },
    { type: 'image', data: 5 },
    { type: 'resource', resource: null },
    { type: 'resource_link' },
    { no: 'type' },
    'a string',
    null,
  ])('shows a block that it does not know as JSON: %j', (block) => {
    expect(render({ content: [block] })).toEqual([{ kind: 'text', text: JSON.stringify(block, undefined, 2) }]);
  });

  it('shows nothing where there is nothing', () => {
    expect(render({})).toEqual([]);
    expect(render({ content: 'text' })).toEqual([]);
  });

  it('takes any JSON as a block', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (content) => {
        expect(render({ content })).toHaveLength(content.length);
      }),
    );
  });
});

describe('toFileName', () => {
  it.each([
    ['file:///etc/../../passwd', 'text/plain', 'passwd.txt'],
    ['file:///a/%2e%2e%2f%2e%2e%2fb.png', 'image/png', 'b.png'],
    ['..', undefined, 'resource.bin'],
    ['x:///.bashrc', undefined, 'bashrc.bin'],
    ['C:\\temp\\evil.exe', 'image/png', 'evil.png'],
    ['x://h/con.txt', 'text/plain', 'resource.txt'],
    ['x://h/a b\u0007\u202Ec.csv?x=/y.sh#/z', undefined, 'a-b-c.csv'],
    ['x://h/größe.md', 'text/markdown', 'größe.md'],
    ['x://h/-rf', undefined, 'rf.bin'],
    ['x://h/%E0%A4%A', undefined, 'E0-A4-A.bin'],
    ['x://h/', 'constructor', 'resource.bin'],
    [`x://h/${'a'.repeat(300)}.png`, 'image/png', `${'a'.repeat(80)}.png`],
  ])('makes a safe name of %j', (uri, mimeType, expected) => {
    expect(toFileName({ fallback: 'resource', uri, ...(mimeType === undefined ? {} : { mimeType }) })).toBe(expected);
  });

  it('never gives a folder, a hidden file or an endless name', () => {
    const part = fc.constantFrom('..', '/', '\\', '%2f', '%5c', 'a', '.', ':', '\0', 'NUL', '~', ' ', '-', '…');
    fc.assert(
      fc.property(fc.string({ unit: part, maxLength: 40 }), fc.option(fc.string(), { nil: 'x' }), (uri, mimeType) => {
        expect(toFileName({ fallback: 'resource', uri, mimeType })).toMatch(
          /^[^./\\:\0-][^/\\:\0]{0,90}\.[a-z0-9]{1,8}$/i,
        );
      }),
      { numRuns: 1000 },
    );
  });
});

it('makes file names in time in proportion to what they are made from', () => {
  const name = (uri: string): string => toFileName({ fallback: 'resource', uri, mimeType: uri });
  expect(findSlowText(name, 'file:///a')).toBeUndefined();
});
