import { expect, it } from 'vitest';
import { findBlockFix } from './find-block-fix.ts';
import { createVaultReader } from './create-vault-reader.ts';

const BOUND = '---\ntoolyard:\n  bindings:\n    - { heading: "# Bound", server: files }\n---\n\n# Bound\n\n';

/** The words on the button of the only block, where the server `files` is switched off, and what it switches on. */
async function press(text: string, isOtherOn = true): Promise<unknown> {
  const servers = [
    { name: 'files', enabled: false },
    { name: 'other', enabled: isOtherOn },
  ];
  const [block] = createVaultReader(() => ({ servers, bindings: [] }))({ path: 'a.md', text }).blocks;
  if (block === undefined) throw new Error('No block');
  let enabled: string | undefined;
  const fix = findBlockFix(block, async (server) => void (enabled = server));
  await fix?.apply();
  return fix && [fix.name, enabled];
}

it.each([
  ['its language', '```files\ntool: read\n```\n'],
  ['its option', '```mcp\nserver: files\ntool: read\n```\n'],
  ['its section', `${BOUND}\`\`\`mcp\ntool: read\n\`\`\`\n`],
])('switches the server on that a block has by %s', async (_how, text) => {
  expect(await press(text)).toEqual(['Enable files', 'files']);
});

it('has nothing for a block that any server would do for, or that is in the section of another server', async () => {
  expect(await press('```mcp\ntool: read\n```\n')).toBeUndefined();
  expect(await press('```mcp\ntool: read\n```\n', false)).toBeUndefined();
  expect(await press(`${BOUND}\`\`\`other\ntool: read\n\`\`\`\n`)).toBeUndefined();
});
