import { expect, it } from 'vitest';
import { parseNote } from './parse-note.ts';
import { updateNote } from './update-note.ts';

const BLOCKS = 100;
const block = (index: number): string => `\`\`\`weather\ntool: forecast\ncity: Town ${index}\n\`\`\`\n`;
const TEXT = Array.from({ length: BLOCKS }, (_, index) => `${block(index)}\ntext\n\n`).join('');

it.each([
  ['in a block', 'Town 50', 1],
  ['beside a block', 'text', 0],
])('reads no body again but that of the block with the edit: %s', (_, place, count) => {
  const before = parseNote(TEXT, { servers: ['weather'] });
  const start = TEXT.indexOf(place, TEXT.indexOf('Town 50')) + place.length;
  const after = updateNote(before, { start, end: start, text: 'x' });
  const known = new Set(before.structure.fences.map(({ body }) => body));
  expect(after.blocks).toHaveLength(BLOCKS);
  expect(after.structure.fences.filter(({ body }) => !known.has(body))).toHaveLength(count);
});
