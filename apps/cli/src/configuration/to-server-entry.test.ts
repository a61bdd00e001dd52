import { describe, expect, it } from 'vitest';
import { toServerEntry, type EntryOptions } from './to-server-entry.ts';

describe('a server on the command line', () => {
  it.each<[EntryOptions, object]>([
    [{ words: ['npx', '-y', 'x'] }, { command: 'npx', args: ['-y', 'x'] }],
    [
      { words: ['run'], env: ['A=b=c', 'D='] },
      { command: 'run', env: { A: 'b=c', D: '' } },
    ],
    [
      { words: [], url: 'https://a.example/mcp' },
      { type: 'http', url: 'https://a.example/mcp' },
    ],
    [
      { words: [], url: 'https://a.example/mcp', header: ['Authorization=Bearer ${TOKEN}'] },
      { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
    ],
    [
      { words: [], builtin: 'tasks' },
      { type: 'builtin', name: 'tasks' },
    ],
    [{ words: [], docker: 'mcp/time' }, { docker: { image: 'mcp/time' } }],
    [
      { words: ['--utc'], docker: 'mcp/time', env: ['A=b'] },
      { docker: { image: 'mcp/time', command: ['--utc'], env: { A: 'b' } } },
    ],
  ])('%j is an entry', (options, entry) => {
    expect(toServerEntry(options)).toEqual(entry);
  });

  it.each<[EntryOptions, string]>([
    [{ words: [] }, 'Nothing to add. Write'],
    [{ words: [], url: 'a', docker: 'b' }, 'Use only one of --url, --docker and --builtin. Write'],
    [{ words: ['x'], builtin: 'tasks' }, 'A server with --builtin takes no command and no --env. Write'],
    [{ words: ['x'], url: 'a' }, 'A server with --url takes no command. Write'],
    [{ words: [], url: 'a', env: ['A=b'] }, 'A server with --url takes no --env. Write'],
    [{ words: ['x'], header: ['A=b'] }, '--header needs --url. Write'],
    [{ words: ['x'], env: ['hunter2'] }, '--env must be NAME=VALUE. Write'],
  ])('%j is refused', (options, message) => {
    expect(() => toServerEntry(options)).toThrow(message);
  });
});
