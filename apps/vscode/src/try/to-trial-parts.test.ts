import type { ToolOutcome, ToolResult } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { toTrialParts } from './to-trial-parts.ts';

const PNG = 'iVBORw0KGgo=';

function give(result: ToolResult): readonly unknown[] {
  const outcome: ToolOutcome = { kind: 'success', result, json: '' };
  return toTrialParts(outcome).map(({ shown }) => shown);
}

describe('what a tool gave', () => {
  it('is text, or JSON where all of it is', () => {
    const content = ['plain <b>text</b>', '{"a":1}', '{not json'].map((text) => ({ type: 'text', text }));
    expect(give({ content })).toEqual([
      { kind: 'text', text: 'plain <b>text</b>', more: 0 },
      { kind: 'json', text: '{\n  "a": 1\n}', more: 0 },
      { kind: 'text', text: '{not json', more: 0 },
    ]);
  });

  it('is a table where it is a list of flat objects, which may be the only thing in an object', () => {
    const rows = [
      { name: 'a', size: 1 },
      { name: 'b', at: null },
    ];
    const [table] = give({ structuredContent: { files: rows } });
    expect(table).toMatchObject({
      kind: 'table',
      columns: ['name', 'size', 'at'],
      rows: [
        ['a', '1', ''],
        ['b', '', 'null'],
      ],
      more: 0,
    });
    expect(give({ structuredContent: { files: [{ deep: {} }] } })).toMatchObject([{ kind: 'json' }]);
  });

  it('is not shown twice where the text says the same as the structured content', () => {
    const other = { type: 'text', text: 'and more' };
    const content = [{ type: 'text', text: '{ "sum": 5 }' }, other];
    expect(give({ structuredContent: { sum: 5 }, content })).toMatchObject([
      { kind: 'json' },
      { kind: 'text', text: 'and more' },
    ]);
  });

  it('is a picture with its bytes inside, and a file where it could load or run something', () => {
    const content = [
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
      { type: 'image', data: '"><script>', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///x/../../etc/a b.bin', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'https://example.com/x', name: 'Page' },
      { type: 'hologram', shape: 'cube' },
    ];
    expect(give({ content })).toEqual([
      { kind: 'image', src: `data:image/png;base64,${PNG}`, about: 'image/png, 9 bytes' },
      { kind: 'file', about: 'result-2.svg (image/svg+xml, 6 bytes)' },
      { kind: 'file', about: 'result-3.png (image/png, 7 bytes)' },
      { kind: 'file', about: 'result-4.wav (audio/wav, 3 bytes)' },
      { kind: 'file', about: 'a-b.bin (application/octet-stream, 3 bytes)' },
      { kind: 'link', uri: 'https://example.com/x', name: 'Page' },
      { kind: 'json', text: '{\n  "type": "hologram",\n  "shape": "cube"\n}', more: 0 },
    ]);
  });

  it('is cut in the page and whole in the editor', () => {
    const text = 'x'.repeat(1_000_000);
    const [part] = toTrialParts({ kind: 'success', result: { content: [{ type: 'text', text }] }, json: '' });
    expect(part?.shown).toMatchObject({ kind: 'text', more: 900_000 });
    expect(part?.text?.text).toBe(text);
  });
});
