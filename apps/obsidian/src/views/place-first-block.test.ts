import { expect, it } from 'vitest';
import { placeFirstBlock } from './place-first-block.ts';

const CALL = { server: 'weather', tool: 'forecast', arguments: { city: 'London' } };
const BLOCK = '```weather\ntool: forecast\ncity: London\n```\n';

it.each([
  ['', BLOCK, 1],
  ['# Note\n', `# Note\n\n${BLOCK}`, 3],
  ['# Note', `# Note\n\n${BLOCK}`, 3],
  ['---\na: 1\n---\n', `---\na: 1\n---\n\n${BLOCK}`, 5],
])('puts a block at the end of %j', (text, written, line) => {
  expect(placeFirstBlock(text, CALL)).toEqual({ text: written, line });
});

it.each(['git', 'my server'])('names server %j in an mcp block, since it is no language of one', (server) => {
  const { text } = placeFirstBlock('', { ...CALL, server });
  expect(text).toBe(`\`\`\`mcp\nserver: ${server}\ntool: forecast\ncity: London\n\`\`\`\n`);
});

it('puts nothing into a fence that has no end', () => {
  expect(() => placeFirstBlock('```js\nconst a = 1;\n', CALL)).toThrow(
    'The last block of this note has no end, so nothing was inserted. Close it.',
  );
});
