import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import { findBlockPlace, planToolBlock } from './plan-tool-block.ts';
import { writeToolBlock } from './write-tool-block.ts';

const BLOCK = writeToolBlock({ language: 'weather', tool: 'forecast', arguments: {}, missing: ['city'] });

/** The text after a block was put in where it has its `|`; the cursor is the `|` of that. */
function insert(...lines: string[]): string | undefined {
  const written = lines.join('\n');
  const note = parseNote(written.replace('|', ''), { servers: ['weather'] });
  const place = findBlockPlace(note, written.indexOf('|'));
  if (place === undefined) return undefined;
  const { start, end, text, cursor } = planToolBlock(note, place, BLOCK);
  const next = note.text.slice(0, start) + text + note.text.slice(end);
  return `${next.slice(0, cursor)}|${next.slice(cursor)}`;
}

const NEW = '```weather\ntool: forecast\ncity: |\n```';

describe('a block that is written', () => {
  it('has its arguments as lines, and the parameters that are missing last', () => {
    const given = { days: 3, note: 'two\nlines', tags: ['a', 'b'], where: { x: 1 }, flag: 'true' };
    const { text, cursor } = writeToolBlock({
      language: 'weather',
      tool: 'forecast',
      arguments: given,
      missing: ['city', 'unit'],
    });
    expect(text.split('\n')).toEqual([
      '```weather',
      'tool: forecast',
      'days: 3',
      'note: |-',
      '  two',
      '  lines',
      'tags: ["a", "b"]',
      'where: { "x": 1 }',
      'flag: "true"',
      'city: ',
      'unit: ',
      '```',
    ]);
    expect(text.slice(0, cursor).endsWith('\ncity: ')).toBe(true);
  });

  it('names its server in an mcp block, and uses arguments: for a parameter that has the name of a key of blocks', () => {
    const block = { language: 'mcp', server: 'my weather', tool: 'forecast', missing: [] };
    expect(writeToolBlock({ ...block, arguments: { server: 'x' } }).text).toBe(
      '```mcp\nserver: my weather\ntool: forecast\narguments:\n  server: x\n```',
    );
  });

  it('has a fence that nothing in it closes', () => {
    const { text } = writeToolBlock({
      language: 'weather',
      tool: 'a',
      arguments: { code: '```\nx\n```' },
      missing: [],
    });
    expect(text.startsWith('````weather\n')).toBe(true);
    expect(text.endsWith('\n````')).toBe(true);
  });
});

describe('the place of a new block', () => {
  it('is the blank line at the cursor, or below the text there', () => {
    expect(insert('|')).toBe(`${NEW}\n`);
    expect(insert('# A', '|', 'B')).toBe(`# A\n\n${NEW}\n\nB`);
    expect(insert('# A', '', '|', '', 'B')).toBe(`# A\n\n${NEW}\n\nB`);
    expect(insert('on|e', 'two', '')).toBe(`one\n\n${NEW}\n\ntwo\n`);
    expect(insert('one|')).toBe(`one\n\n${NEW}\n`);
  });

  it('is below the frontmatter, a fence, and a block with its result', () => {
    expect(insert('---', 'a|: 1', '---', '', 'B')).toBe(`---\na: 1\n---\n\n${NEW}\n\nB`.replace('\n\nB', '\n\nB'));
    expect(insert('```js', 'x|', '```', 'B')).toBe(`\`\`\`js\nx\n\`\`\`\n\n${NEW}\n\nB`);
    const block = [
      '```weather',
      'tool: forecast',
      '```',
      '|',
      '<!-- toolyard:result id=a -->',
      'x',
      '<!-- /toolyard:result -->',
    ];
    expect(insert(...block)).toBe(`${block.join('\n').replace('|', '')}\n\n${NEW}\n`);
  });

  it('is nowhere in a fence without an end', () => {
    expect(insert('```js', '|')).toBeUndefined();
  });

  it('keeps the line ends of the note', () => {
    expect(insert('one|\r', 'two')).toBe(`one\r\n\r\n${NEW.replaceAll('\n', '\r\n')}\r\n\r\ntwo`);
  });
});
