import { parseNote, resolveBindings, type BoundNote } from '@toolyard/documents';
import { describe, expect, it } from 'vitest';
import { findSectionsAt } from './find-sections-at.ts';

const read = (text: string): BoundNote =>
  resolveBindings(parseNote(text, { servers: [] }), { bindings: [], path: 'a.md', servers: [] });

/** The names of what can be bound, with the server where it is. */
const namesAt = (text: string, from: number, to = from): readonly string[] =>
  findSectionsAt(read(text), { from, to }).map(({ name, binding }) => (binding ? `${name}=${binding.server}` : name));

describe('findSectionsAt', () => {
  const note = '# A\n\ntext ^here\n\n## B  c\n\n- item\n  more ^item\n';

  it('offers the section, and before it a block with an id', () => {
    expect(namesAt(note, 1)).toEqual(['# A']);
    expect(namesAt(note, 3)).toEqual(['^here', '# A']);
    expect(namesAt(note, 8)).toEqual(['^item', '## B c']);
  });

  it('offers lines that are selected first', () => {
    expect(namesAt(note, 3, 5)).toEqual(['lines 3-5', '^here', '# A']);
  });

  it('offers a tool block by its id', () => {
    expect(namesAt('```mcp\ntool: a\narguments: {}\nid: one\n```\n', 2)).toEqual(['^one']);
  });

  it('says what is bound already, however it is written there', () => {
    const bound = `---\ntoolyard:\n  bindings: [{ heading: A, server: x }, { lines: "6-8", server: y }]\n---\n${note}`;
    expect(namesAt(bound, 5)).toEqual(['A=x']);
    expect(namesAt(bound, 7)).toEqual(['^here', 'lines 6-8=y', 'A=x']);
    expect(namesAt(bound, 6, 8)).toEqual(['lines 6-8=y', 'A=x']);
  });

  it('names a heading that stands twice by its block id, where it has one', () => {
    expect(namesAt('# A ^one\n\n# A\n', 1)).toEqual(['^one']);
    expect(namesAt('# A ^one\n\n# A\n', 3)).toEqual(['# A']);
  });

  it('offers nothing in the frontmatter, above all headings, or for a heading without words', () => {
    expect(namesAt('---\na: 1\n---\n# A\n', 2)).toEqual([]);
    expect(namesAt('text\n', 1)).toEqual([]);
    expect(namesAt('#\n', 1)).toEqual([]);
  });
});
