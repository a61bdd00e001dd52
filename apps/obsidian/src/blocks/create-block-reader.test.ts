import { expect, it } from 'vitest';
import { createBlockReader, findBlockAt } from './create-block-reader.ts';

const TEXT = 'intro\n\n```files\ntool: read\n```\n';
const files = { id: '1', name: 'files', enabled: true, definition: {} };

it('reads a note once while its text and the servers stay', () => {
  let servers = [files];
  const read = createBlockReader(() => ({ servers, bindings: [] }));
  const first = read({ path: 'a.md', text: TEXT });
  expect(read({ path: 'a.md', text: TEXT })).toBe(first);
  expect(read({ path: 'b.md', text: TEXT })).not.toBe(first);
  servers = [{ ...files, enabled: false }];
  const [block] = read({ path: 'a.md', text: TEXT }).blocks;
  expect(block?.issues.map(({ message }) => message)).toEqual(['Server files is disabled']);
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
