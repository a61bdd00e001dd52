import { describe, expect, it } from 'vitest';
import type { PastedServer, TakenNames } from '@toolyard/host';
import { readVaultPaste } from './read-vault-paste.ts';

type Taken = Omit<TakenNames, 'toName'>;

const NOTHING: Taken = { names: [], secretIds: [] };

function read(text: string, taken: Partial<Taken> = {}): readonly PastedServer[] {
  const pasted = readVaultPaste(text, { ...NOTHING, ...taken });
  if (!pasted.ok) throw new Error(pasted.problem);
  return pasted.servers;
}

const FILES = { command: 'npx', args: ['-y', 'files'] };

describe('pasted JSON', () => {
  it.each([
    ['Claude and Cursor', '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "files"] } } }'],
    [
      'VS Code',
      '{ "servers": { "files": { "type": "stdio", "command": "npx", "args": ["-y", "files"] } }, "inputs": [] }',
    ],
    ['settings of VS Code', '{ "mcp": { "servers": { "files": { "command": "npx", "args": ["-y", "files"] } } } }'],
    ['Zed', '{ "context_servers": { "files": { "source": "custom", "command": "npx", "args": ["-y", "files"] } } }'],
    [
      'Zed before',
      '{ "context_servers": { "files": { "command": { "path": "npx", "args": ["-y", "files"] }, "settings": {} } } }',
    ],
    ['a section', '{ "files": { "command": "npx", "args": ["-y", "files"] } }'],
    ['an entry with its name', '"files": { "command": "npx", "args": ["-y", "files"] },'],
    ['comments', '{ "mcpServers": { /* mine */ "files": { "command": "npx", "args": ["-y", "files",], }, } }'],
  ])('is read in the form of %s', (_program, text) => {
    const [server] = read(text);
    expect(server).toMatchObject({ name: 'files', formerName: 'files', secrets: {}, definition: FILES });
    expect(server?.problem).toBeUndefined();
  });

  it('gives a single entry a name', () => {
    expect(read('{ "url": "https://a.example/mcp" }')).toMatchObject([
      { name: 'server', definition: { url: 'https://a.example/mcp' } },
    ]);
  });

  it('takes names that can be a language, each once', () => {
    const text = JSON.stringify({ mcpServers: { 'My Files': FILES, python: FILES, mine: FILES, 'my files': FILES } });
    expect(read(text, { names: ['mine'] }).map(({ name }) => name)).toEqual([
      'my-files',
      'python-server',
      'mine-2',
      'my-files-2',
    ]);
  });

  it('keeps secrets apart, and leaves variables in place', () => {
    const entry = { command: 'x', env: { API_KEY: 'sk-1', LOG: 'info', TOKEN: '${env:TOKEN}' } };
    expect(read(JSON.stringify({ mcpServers: { a: entry } }))).toMatchObject([
      {
        definition: { command: 'x', env: { API_KEY: '${input:a-api-key}', LOG: 'info', TOKEN: '${env:TOKEN}' } },
        secrets: { 'a-api-key': 'sk-1' },
      },
    ]);
  });

  it('gives each secret an id of its own', () => {
    const entry = { url: 'https://a.example', headers: { Authorization: 'Bearer abc123' } };
    const text = JSON.stringify({ mcpServers: { 天気: entry, 新聞: entry, 'a.b': entry, a_b: entry } });
    const ids = read(text, { secretIds: ['a-b-authorization'] }).flatMap(({ secrets }) => Object.keys(secrets));
    expect(ids).toEqual([
      expect.stringMatching(/^authorization-[0-9a-f]{8}$/),
      expect.stringMatching(/^authorization-[0-9a-f]{8}$/),
      'a-b-authorization-2',
      'a-b-authorization-3',
    ]);
    expect(new Set(ids).size).toBe(4);
  });

  it('takes neither switches nor trust', () => {
    const entry = { ...FILES, id: '1', name: 'x', enabled: true, disabled: true, trust: true };
    expect(read(JSON.stringify({ mcpServers: { files: entry } }))[0]?.definition).toEqual(FILES);
  });

  it.each([
    [
      { transport: 'sse', url: 'https://a.example/sse' },
      { type: 'sse', url: 'https://a.example/sse' },
    ],
    [{ transport: 'http', url: 'https://a.example/mcp' }, { url: 'https://a.example/mcp' }],
    [{ transport: 'stdio', deploymentType: 'managed', ...FILES }, FILES],
    [
      { transport: 'sse', deploymentType: 'external', sseConfig: { url: 'https://a.example/sse' } },
      { type: 'sse', url: 'https://a.example/sse' },
    ],
    [
      { transport: 'stdio', deploymentType: 'managed', dockerConfig: { image: 'mcp/time' } },
      { docker: { image: 'mcp/time' } },
    ],
  ])('knows the transport that %j names', (entry, definition) => {
    const [server] = read(JSON.stringify({ mcpServers: { files: entry } }));
    expect(server?.definition).toEqual(definition);
    expect(server?.problem).toBeUndefined();
    expect(read(JSON.stringify(entry))[0]?.definition).toEqual(definition);
  });

  it('says of each server why it cannot be used', () => {
    expect(read('{ "mcpServers": { "a": { "url": "ftp://x" }, "b": 1 } }').map(({ problem }) => problem)).toEqual([
      'url must be a URL that starts with http:// or https://.',
      'It is no object.',
    ]);
    expect(read('{ "mcpServers": { "a": { "command": "x", "env": { "TOKEN": "${T:-abc}" } } } }')[0]?.problem).toMatch(
      /^The default of the variable T is a secret/,
    );
  });

  it.each(['', 'npx files', '[]', '{}', '{ "mcpServers": {} }', '{ "theme": "dark" }'])(
    'says what to paste where it is %s',
    (text) => {
      expect(readVaultPaste(text, NOTHING)).toMatchObject({
        ok: false,
        problem: expect.stringContaining('Paste a block like'),
      });
    },
  );
});
