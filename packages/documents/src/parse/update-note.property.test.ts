import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Note, TextEdit } from './note.ts';
import { parseNote } from './parse-note.ts';
import { updateNote } from './update-note.ts';

const servers = ['weather', 'files'];

const PIECES = [
  '```weather\ntool: forecast\n```',
  '```weather\ntool: forecast\n```\n<!-- toolyard:result id=a -->\nsun\n<!-- /toolyard:result -->',
  '- item\n\n  ```files\n  tool: a\n  ```',
  '> ~~~mcp\n> tool: a\n> ~~~',

  '```weather',
  'tool: forecast',
  'city: London',
  '```',
  '~~~',
  '````',
  '> ',
  '- ',
  '  ',
  '    ',
  '1. ',
  '\t',
  '# Heading',
  '## Other ^h',
  'text',
  'text ^id',
  '^id',
  '===',
  '---',
  '<!-- toolyard:result id=a status=success -->',
  '<!-- /toolyard:result -->',
  '<!--',
  '-->',
  '<div>',
  '</div>',
  '[ref]: /url',
  '"title"',
  '> ```files',
  '> tool: a',
  '> ```',
  '- ```files',
  '  tool: b',
  '  ```',
  '',
  '',
  '',
  '\0',
  '𝒜',
  '\uFEFF',
  'id: x',
  'arguments: {}',
  'x: [1',
  '\u2028',
];
const piece = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
);
const lineEnd = fc.oneof(
  { weight: 8, arbitrary: fc.constant('\n') },
  { weight: 1, arbitrary: fc.constantFrom('\r\n', '\r', '\n\n', '') },
);
const textOf = (maxLength: number) =>
  fc
    .array(fc.tuple(piece, lineEnd), { maxLength, size: 'max' })
    .map((parts) => parts.map((part) => part.join('')).join(''));
const note = fc
  .tuple(fc.constantFrom('', '', '\uFEFF', '---\na: 1\n---\n', '---\n'), textOf(40))
  .map((parts) => parts.join(''));

function edited(text: string, from: number, length: number, put: string): TextEdit {
  const start = Math.min(from, text.length);
  return { start, end: Math.min(start + length, text.length), text: put };
}

describe('parseNote', () => {
  it('takes any text', () => {
    fc.assert(
      fc.property(fc.oneof(note, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        expect(parseNote(text, { servers }).text).toBe(text);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('knows exactly where fences and results are', () => {
    let blocks = 0;
    fc.assert(
      fc.property(note, (text) => {
        const parsed = parseNote(text, { servers });
        for (const block of parsed.blocks) {
          const written = text.slice(block.range.start, block.range.end);
          expect(written).toMatch(/^(`{3,}|~{3,})/);
          if (block.closed) expect(written).toMatch(/(`{3,}|~{3,})[ \t]*$/);
          expect(text.slice(block.bodyRange.start, block.bodyRange.end)).toContain('tool:');
          expect(parsed.lineStarts[block.bodyRange.line - 1] ?? text.length).toBe(block.bodyRange.start);
          blocks++;
        }
        for (const { range, closed } of parsed.results) {
          const written = text.slice(range.start, range.end);
          expect(written).toMatch(/^<!-- toolyard:result .*-->/);
          if (closed) expect(written).toMatch(/<!-- \/toolyard:result -->[ \t]*$/);
        }
        expect(new Set(parsed.blocks.map(({ id }) => id)).size).toBe(parsed.blocks.length);
      }),
      { numRuns: runs(3000) },
    );
    expect(blocks).toBeGreaterThan(runs(3000) / 10);
  });
});

describe('updateNote', () => {
  it('gives what a full parse gives, edit after edit', () => {
    const edit = fc.tuple(fc.nat(400), fc.oneof(fc.constant(0), fc.nat(30)), textOf(4));
    fc.assert(
      fc.property(note, fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        let current: Note = parseNote(text, { servers });
        for (const [from, length, put] of edits) {
          current = updateNote(current, edited(current.text, from, length, put));
          expect(current).toEqual(parseNote(current.text, { servers }));
        }
      }),
      { numRuns: runs(4000) },
    );
  }, 120_000);

  it('sees that a block put in before a block id is what that names', () => {
    const text = `\n\n^id\n${'\ntext\n'.repeat(20)}`;
    const current = updateNote(parseNote(text, { servers }), { start: 1, end: 1, text: 'new\n' });
    expect(current.blockIds).toEqual([{ id: 'id', line: 2, endLine: 2 }]);
  });

  it('sees that an edit far below closes what was frontmatter all along', () => {
    const text = '---\na: 1\n\n# Heading\n\n';
    const current = updateNote(parseNote(text, { servers }), { start: text.length, end: text.length, text: '---\n' });
    expect(current.frontmatter?.text).toBe('a: 1\n\n# Heading\n');
  });
});
