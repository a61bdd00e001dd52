import { describe, expect, it } from 'vitest';
import { findNamedServer, nameServers, type FoundDefinition } from './name-servers.ts';

const NONE = new Map<string, string>();

function found(source: string, key: string, hash: string, more: Partial<FoundDefinition> = {}): FoundDefinition {
  return { source, key, hash, file: `/${source}/${key}.json`, ...more };
}

function name(all: readonly FoundDefinition[], own = NONE): string[] {
  return nameServers(all, own).servers.map(({ id, found: { hash }, problem }) =>
    problem === undefined ? `${id} ${hash}` : `${id} ${hash}: ${problem}`,
  );
}

describe('the names of servers', () => {
  it('are their keys', () => {
    expect(name([found('vscode', 'chat', '1'), found('copilot', 'web', '2')])).toEqual(['chat 1', 'web 2']);
  });

  it('have the source before a key that the configuration has', () => {
    expect(name([found('vscode', 'chat', '1')], new Map([['chat', '0']]))).toEqual(['vscode/chat 1']);
  });

  it('have the source before a key that another program has, which comes first', () => {
    const all = [found('vscode', 'chat', '1'), found('copilot', 'chat', '2'), found('claude-code', 'chat', '3')];
    expect(name(all)).toEqual(['chat 1', 'copilot/chat 2', 'claude-code/chat 3']);
  });

  it('are given once for the same definition, with all of its files', () => {
    const all = [
      found('vscode', 'chat', '1', { file: '/a' }),
      found('vscode', 'chat', '1', { file: '/b' }),
      found('copilot', 'chat', '1', { file: '/c' }),
    ];
    expect(nameServers(all, NONE).servers).toMatchObject([{ id: 'chat', files: ['/a', '/c', '/b'] }]);
    expect(nameServers(all, NONE).shadowed).toEqual([]);
  });

  it('are not given to what the configuration has in the same way', () => {
    expect(name([found('vscode', 'chat', '1')], new Map([['chat', '1']]))).toEqual([]);
  });

  it('go to the first definition of a program, and the others are told', () => {
    const [here, user] = [found('vscode', 'chat', '1', { file: '/a' }), found('vscode', 'chat', '2', { file: '/b' })];
    expect(name([here, user])).toEqual(['chat 1']);
    expect(nameServers([here, user], NONE).shadowed).toEqual([{ found: user, by: here }]);
  });

  it('go to a good definition rather than to a broken one', () => {
    const [broken, good] = [found('vscode', 'chat', '1', { problem: 'no' }), found('vscode', 'chat', '2')];
    expect(name([broken, good])).toEqual(['chat 2']);
    expect(nameServers([broken, good], NONE).shadowed).toEqual([{ found: broken, by: good }]);
  });

  it('go to a broken definition where there is no other one', () => {
    expect(name([found('vscode', 'chat', '1', { problem: 'no' })])).toEqual(['chat 1: no']);
  });

  it('are never given twice, also where a key looks like a name with its source', () => {
    const all = [
      found('copilot', 'chat', '1'),
      found('claude-code', 'copilot/chat', '2'),
      found('vscode', 'chat', '3'),
    ];
    expect(name(all, new Map([['chat', '0']]))).toEqual([
      'copilot/chat 1: another server is called "copilot/chat"',
      'copilot/chat 2',
      'vscode/chat 3',
    ]);
  });
});

describe('a server', () => {
  const { servers } = nameServers([found('vscode', 'chat', '1'), found('copilot', 'chat', '2')], NONE);

  it('is found by its name, and by its source and key also where the key is free', () => {
    expect(findNamedServer(servers, 'chat')?.found.hash).toBe('1');
    expect(findNamedServer(servers, 'vscode/chat')?.found.hash).toBe('1');
    expect(findNamedServer(servers, 'copilot/chat')?.found.hash).toBe('2');
    expect(findNamedServer(servers, 'claude-code/chat')).toBeUndefined();
  });
});
