import { expect, it } from 'vitest';
import type { BoundNote } from './binding.ts';
import { createBlockReader, findBlockAt } from './create-block-reader.ts';

const TEXT = 'intro\n\n```files\ntool: read\n```\n';
const files = { key: 'files', enabled: true };

it('reads a note once while its text and the servers stay', () => {
  let servers = [files];
  const read = createBlockReader(() => ({ servers, bindings: [] }));
  const first = read({ path: 'a.md', text: TEXT });
  expect(read({ path: 'b.md', text: TEXT })).not.toBe(first);
  expect(read({ path: 'a.md', text: TEXT })).toBe(first);
  servers = [{ ...files, enabled: false }];
  const [block] = read({ path: 'a.md', text: TEXT }).blocks;
  expect(block?.issues.map(({ message }) => message)).toEqual(['Server files is disabled']);
});

it('parses, in a note with 100 blocks, only the block that a keystroke is in', () => {
  const read = createBlockReader(() => ({ servers: [files], bindings: [] }));
  const block = (number: number): string => `\`\`\`files\ntool: read\npath: ${number}.txt\n\`\`\`\n`;
  const text = Array.from({ length: 100 }, (_, number) => `## ${number}\n\n${block(number)}\nText.\n\n`).join('');
  let last = read({ path: 'a.md', text });
  const parsedAfter = (next: string): number => {
    const known = new Set(bodiesOf(last));
    last = read({ path: 'a.md', text: next });
    expect(last.blocks).toHaveLength(100);
    return bodiesOf(last).filter((body) => !known.has(body)).length;
  };
  expect(parsedAfter(text.replace('path: 50', 'path: 5x0'))).toBe(1);
  expect(parsedAfter(text.replace('path: 50', 'path: 5xy0'))).toBe(1);
  expect(parsedAfter(text.replace('## 30', '## 30 and'))).toBe(1);
  expect(parsedAfter(text.replace('## 30', '## 30 and more'))).toBe(0);
});

/** What was parsed of each block: it is the same object for as long as it was not parsed again. */
function bodiesOf({ note }: BoundNote): readonly unknown[] {
  return note.structure.fences.flatMap(({ body }) => body ?? []);
}

it('takes no block for one whose language is none of those that it is given, and calls its server by "mcp"', () => {
  const read = createBlockReader(() => ({ servers: [{ key: 'python', enabled: true }], bindings: [], languages: [] }));
  const { blocks } = read({
    path: 'a.md',
    text: '```python\ntool: x\n```\n\n```mcp\nserver: python\ntool: x\n```\n',
  });
  expect(blocks.map(({ block, server }) => [block.language, server])).toEqual([['mcp', 'python']]);
});

it('finds the block of a line, and none beside it', () => {
  const note = createBlockReader(() => ({ servers: [files], bindings: [] }))({ path: 'a.md', text: TEXT });
  expect([2, 3, 4, 5, 6].map((line) => findBlockAt(note, line)?.block.tool)).toEqual([
    undefined,
    'read',
    'read',
    'read',
    undefined,
  ]);
});
