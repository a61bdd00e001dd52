import type { ServerDefinition } from '@toolyard/core';
import { markDuplicates, readDefinition, type ClientName, type FoundServer, type MarkedServer } from '@toolyard/host';
import { describe, expect, it } from 'vitest';
import { chooseAll, chooseServers } from './choose-servers.ts';

const found = (client: ClientName, key: string, entry: unknown): FoundServer => ({
  client,
  scope: 'user',
  file: `/${client}.json`,
  key,
  entry,
  ...readDefinition(key, entry, '/own'),
});
const definitionOf = (key: string, entry: unknown): ServerDefinition | undefined =>
  readDefinition(key, entry, '/own').definition;

const FILES = { command: 'npx', args: ['files'] };
const SEARCH = { type: 'http', url: 'https://a.example/mcp' };
const own = new Map([
  ['mine', definitionOf('mine', { command: 'mine' })],
  ['taken', definitionOf('taken', { command: 'ours' })],
]);
const marked = markDuplicates(
  [
    found('claude-desktop', 'files', FILES),
    found('cursor', 'files', { ...FILES, type: 'stdio' }),
    found('vscode', 'files', { command: 'other' }),
    found('cursor', 'documents', FILES),
    found('cursor', 'search', SEARCH),
    found('cursor', 'theirs', { command: 'mine', disabled: true }),
    found('cursor', 'taken', { command: 'another' }),
    found('cursor', 'bad', { comand: 'x' }),
    found('cursor', 'toolyard', { command: 'node', args: ['/opt/toolyard/dist/toolyard.js', 'serve', '--shared'] }),
  ],
  own,
);

const namesOf = (servers: readonly MarkedServer[]): string[] => servers.map(({ client, key }) => `${client}/${key}`);

it('marks what is new, there already, found twice, and what shares a key', () => {
  expect(marked.map(({ number, key, status, of }) => [number, key, status, ...(of === undefined ? [] : [of])])).toEqual(
    [
      [1, 'files', 'new'],
      [2, 'files', 'repeated', 1],
      [3, 'files', 'rival', 1],
      [4, 'documents', 'repeated', 1],
      [5, 'search', 'new'],
      [6, 'theirs', 'known'],
      [7, 'taken', 'taken'],
      [8, 'bad', 'unusable'],
      [9, 'toolyard', 'toolyard'],
    ],
  );
});

describe('choosing', () => {
  it('takes all that are new, once', () => {
    expect(namesOf(chooseAll(marked))).toEqual(['claude-desktop/files', 'cursor/search']);
    expect(namesOf(chooseServers(marked, ['ALL', '1']))).toEqual(['claude-desktop/files', 'cursor/search']);
  });

  it('understands keys, clients and numbers', () => {
    expect(namesOf(chooseServers(marked, ['search', 'vscode/files']))).toEqual(['cursor/search', 'vscode/files']);
    expect(namesOf(chooseServers(marked, ['2', '5']))).toEqual(['claude-desktop/files', 'cursor/search']);
    expect(chooseServers(marked, ['theirs'])).toEqual([]);
  });

  it.each([
    ['files', '"files" matches several different servers: claude-desktop/files (1), vscode/files (3). Choose one'],
    ['serch', 'No client has a server "serch". Did you mean search?'],
    ['99', 'No client has a server "99". Run "toolyard import" to list them.'],
    ['taken', 'Toolyard already has another server "taken". Remove it first with "toolyard remove taken".'],
    ['bad', '"bad" of cursor cannot be used: '],
    ['toolyard', '"toolyard" of cursor is Toolyard itself, which cannot be one of its servers.'],
  ])('refuses %j', (word, message) => {
    expect(() => chooseServers(marked, [word])).toThrow(message);
  });

  it('refuses two of one key', () => {
    expect(() => chooseServers(marked, ['1', '3'])).toThrow('Only one server can be called "files"');
  });
});
