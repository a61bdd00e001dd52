import { parseConfiguration } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { isBlockLanguage } from '@toolyard/host';
import { checkServerName } from './check-server-name.ts';

describe('checkServerName', () => {
  it.each(['files', 'my-server', 'weather.2', 'Wetter_ö', 'github'])('takes %j', (name) => {
    expect(checkServerName(name, ['other'])).toBeUndefined();
  });

  it.each([
    ['Memory Server', 'A name has no spaces, since it is the language of code blocks.', 'memory-server'],
    ['python', '"python" is the language of other code blocks.', 'python-server'],
    ['Mermaid', '"Mermaid" is the language of other code blocks.', 'mermaid-server'],
    ['dataview', '"dataview" is the language of other code blocks.', 'dataview-server'],
    ['mcp', '"mcp" is the language of other code blocks.', 'mcp-server'],
    ['a:b', 'A name has no colon, since that stands between a server and its tool.', 'a-b'],
    ['a`b', 'A name has letters, digits, dots, dashes and underscores.', 'a-b'],
    ['files', 'There is a server called "files" already.', 'files-2'],
    ['-x', 'A name begins with a letter or a digit.', 'x'],
    ['', 'A server needs a name.', 'server'],
    ['***', 'A name has letters, digits, dots, dashes and underscores.', 'server'],
    ['x'.repeat(65), 'A name has at most 64 characters.', 'x'.repeat(54)],
  ])('refuses %j with a reason and a name that is fine', (name, reason, suggestion) => {
    expect(checkServerName(name, ['files'])).toEqual({ reason, suggestion });
    expect(checkServerName(suggestion, ['files'])).toBeUndefined();
    const text = JSON.stringify({ mcpServers: { [suggestion]: { command: 'x' } } });
    expect(parseConfiguration(text, { folder: '/' }).problems).toEqual([]);
  });
});

it('lets blocks of a server whose name is a language, or has a space, say "mcp"', () => {
  expect(['files', 'python', 'My server'].map(isBlockLanguage)).toEqual([true, false, false]);
});
