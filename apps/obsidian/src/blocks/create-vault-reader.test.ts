import { expect, it } from 'vitest';
import { createVaultReader } from './create-vault-reader.ts';

it('takes no block for one whose language others use, and calls its server by "mcp"', () => {
  const read = createVaultReader(() => ({ servers: [{ name: 'python', enabled: true }], bindings: [] }));
  const text = '```python\ntool: x\n```\n\n```mcp\nserver: python\ntool: x\n```\n';
  const { blocks } = read({ path: 'a.md', text });
  expect(blocks.map(({ block, server }) => [block.language, server])).toEqual([['mcp', 'python']]);
});
