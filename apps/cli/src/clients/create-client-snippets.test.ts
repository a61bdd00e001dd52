import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClientSnippets } from './create-client-snippets.ts';

const PLACE = {
  terminal: { program: { interpreter: '/bin/node', script: "/it's here/toolyard.js" } },
  surroundings: { env: {}, platform: 'linux' },
} as const;

function textsOf(options: Parameters<typeof createClientSnippets>[1]): Record<string, string> {
  return Object.fromEntries(createClientSnippets(PLACE, options).map(({ client, text }) => [client, text]));
}

it('gives a client the address where it can use one', () => {
  const url = 'http://127.0.0.1:7420/mcp';
  const texts = textsOf({ source: { kind: 'default' }, url });
  expect(texts['Claude Code']).toBe(`claude mcp add --scope user --transport http toolyard ${url}`);
  expect(JSON.parse(texts['Cursor'] ?? '')).toEqual({ mcpServers: { toolyard: { url } } });
  expect(JSON.parse(texts['VS Code'] ?? '')).toEqual({ servers: { toolyard: { type: 'http', url } } });
  const args = ["/it's here/toolyard.js", 'serve'];
  expect(JSON.parse(texts['Claude Desktop'] ?? '')).toEqual({
    mcpServers: { toolyard: { command: '/bin/node', args } },
  });
});

it('has every client start Toolyard where there is no address, with words that a shell leaves alone', () => {
  const texts = textsOf({ source: { kind: 'option', file: '/my files/a.json' } });
  expect(texts['Claude Code']).toBe(
    String.raw`claude mcp add --scope user toolyard -- /bin/node '/it'\''s here/toolyard.js' serve --config '/my files/a.json'`,
  );
  const args = ["/it's here/toolyard.js", 'serve', '--config', '/my files/a.json'];
  expect(JSON.parse(texts['Cursor'] ?? '')).toEqual({ mcpServers: { toolyard: { command: '/bin/node', args } } });
  expect(JSON.parse(texts['VS Code'] ?? '')).toEqual({
    servers: { toolyard: { type: 'stdio', command: '/bin/node', args } },
  });
});

it('gives Claude Code the variables that npx needs', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  const bin = join(folder, 'my bin');
  const npx = join(folder, 'npx-cli.js');
  await mkdir(bin);
  await writeFile(npx, '', { mode: 0o755 });
  await symlink(npx, join(bin, 'npx'));
  const place = {
    terminal: { program: { interpreter: '/none/node', script: '/_npx/1/node_modules/toolyard/toolyard.js' } },
    surroundings: { env: { PATH: bin }, platform: 'linux' },
  } as const;
  const snippets = createClientSnippets(place, { source: { kind: 'default' } });
  expect(snippets.find(({ client }) => client === 'Claude Code')?.text).toBe(
    `claude mcp add --scope user toolyard -e 'PATH=/none:${bin}:/usr/local/bin:/usr/bin:/bin' -- /none/node ${npx} -y toolyard serve`,
  );
});

it('leaves a file that was found in a folder to its approval', () => {
  const texts = Object.values(textsOf({ source: { kind: 'folder', file: '/repo/toolyard.json' } }));
  expect(texts).toHaveLength(4);
  for (const text of texts) {
    expect(text).toContain('--found');
    expect(text).not.toContain('--config');
  }
});
