import { parseNote, resolveBindings } from '@toolyard/documents';
import { expect, it } from 'vitest';
import { findSectionBlocks } from './find-section-blocks.ts';

const block = (tool: string): string => `\`\`\`echo\ntool: ${tool}\n\`\`\`\n`;
const TEXT = `${block('zero')}# One\n${block('one')}## Below\n${block('two')}# Other\n${block('three')}`;

it.each([
  ['before the first heading', 1, ['zero']],
  ['in a section with one below', 4, ['one', 'two']],
  ['in a section below another', 9, ['two']],
  ['in the last section', 14, ['three']],
])('finds the blocks of a section: %s', (_, line, tools) => {
  const note = parseNote(TEXT, { servers: ['echo'] });
  const bound = resolveBindings(note, { bindings: [], path: 'a.md', servers: [{ key: 'echo', enabled: true }] });
  expect(findSectionBlocks(bound, line).map((each) => each.block.tool)).toEqual(tools);
});
