import { describe, expect, it } from 'vitest';
import { separateSecrets, suggestServerName } from './new-server.ts';

describe('suggestServerName', () => {
  it.each([
    [{ command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory@1.2'] }, 'memory'],
    [{ command: 'uvx', args: ['mcp-server-git'] }, 'git'],
    [{ command: '/usr/bin/files.py' }, 'files'],
    [{ command: 'node', args: [String.raw`C:\me\weather-mcp.mjs`] }, 'weather'],
    [{ url: 'https://mcp.example.com/x' }, 'example'],
    [{ url: 'http://localhost:3000/mcp' }, 'localhost'],
    [{ docker: { image: 'ghcr.io/acme/mcp-time:1@sha256:abc' } }, 'time'],
    [{ command: '' }, 'server'],
    [{}, 'server'],
  ])('names %j after what it is', (entry, name) => {
    expect(suggestServerName(entry, [])).toBe(name);
  });

  it('takes the next number where a name is taken', () => {
    expect(suggestServerName({ command: 'git' }, ['git', 'git-2'])).toBe('git-3');
  });
});

it('gives each secret of several servers an id of its own', () => {
  const entry = { command: 'x', env: { API_KEY: 'sk-0123456789abcdef' } };
  const { servers, secrets, problems } = separateSecrets(
    [
      { name: 'a', entry },
      { name: 'A', entry },
    ],
    ['a-api-key'],
  );
  expect(Object.keys(secrets)).toEqual(['a-api-key-2', 'a-api-key-3']);
  expect(servers[1]?.entry).toEqual({ command: 'x', env: { API_KEY: '${input:a-api-key-3}' } });
  expect(problems).toEqual([]);
});
