import { describe, expect, it } from 'vitest';
import { maskWord, maskWords } from './mask-words.ts';

describe('maskWords', () => {
  it.each([
    [['npx', '-y', '@modelcontextprotocol/server-filesystem', '/home/me/notes']],
    [['node', 'server.mjs', '--port=3000', '--keyboard', 'de', '--monkey=yes']],
    [['/opt/very/long/path/to/some/program/that/is/long/enough2']],
  ])('leaves %j alone', (words) => {
    expect(maskWords(words)).toEqual(words);
  });

  it('masks the value after an option named like a secret', () => {
    expect(maskWords(['x', '--api-key', 'abc', '--token', '--verbose'])).toEqual([
      'x',
      '--api-key',
      '***',
      '--token',
      '--verbose',
    ]);
  });

  it('hides nothing that stands behind a secret', () => {
    expect(maskWords(['sh', '-c', 'DOCS_TOKEN=1; touch x'])).toEqual(['sh', '-c', 'DOCS_TOKEN=***; touch x']);
    expect(maskWords(['--passphrase=correct horse', 'PASSWORD=correct horse'])).toEqual([
      '--passphrase=***',
      'PASSWORD=***',
    ]);
  });

  it('keeps variables by their names', () => {
    expect(maskWords(['--token', '${TOKEN}', '--key=$KEY'])).toEqual(['--token', '${TOKEN}', '--key=$KEY']);
  });

  it('masks values given with an equals sign', () => {
    expect(maskWords(['--token=abc', 'API_KEY=abc', '--level=debug'])).toEqual([
      '--token=***',
      'API_KEY=***',
      '--level=debug',
    ]);
  });

  it('masks what looks like a key wherever it stands', () => {
    expect(maskWords(['ghp_0123456789abcdef', 'Bearer abc', 'a1b2c3d4'.repeat(5)])).toEqual(['***', '***', '***']);
  });

  it('masks passwords in addresses', () => {
    expect(maskWords(['postgresql://me:secret@localhost/db'])).toEqual(['postgresql://me:***@localhost/db']);
  });
});

describe('maskWord', () => {
  it('masks parameters named like secrets and keeps the others', () => {
    expect(maskWord('https://example.com/mcp?api_key=abc&page=2')).toBe('https://example.com/mcp?api_key=***&page=2');
  });

  it('keeps an address without secrets as it was written', () => {
    expect(maskWord('https://example.com')).toBe('https://example.com');
  });
});
