import { array, assert, boolean, constantFrom, property, record, stringMatching, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainForbidden, isToolGlob, matchesEntry, serversOfList, type ToolAllowList } from './tool-allow-list.ts';

const isAllowed = (list: Partial<ToolAllowList>, id: string, destructive = false): boolean => {
  const [server = '', ...rest] = id.split(':');
  const definition = destructive ? { annotations: { destructiveHint: true } } : {};
  const all = { tools: [], servers: [], ...list };
  return explainForbidden(all, { server, name: rest.join(':'), definition }) === undefined;
};

describe('an allow-list of tools', () => {
  it('allows nothing where it is empty', () => {
    expect(isAllowed({}, 'files:read')).toBe(false);
  });

  it.each([
    [{ tools: ['files:read'] }, 'files:read', true, true],
    [{ tools: ['files:read'] }, 'files:read_all', false, false],
    [{ tools: ['files:read'] }, 'other:read', false, false],
    [{ tools: ['files:re*'] }, 'files:read', true, false],
    [{ tools: ['files:re*'] }, 'files:ls', false, false],
    [{ tools: ['files:*'] }, 'files:a/b', true, false],
    [{ tools: ['files:{a,b}?'] }, 'files:b1', true, false],
    [{ tools: ['files:*'] }, 'filesystem:read', false, false],
    [{ tools: ['files:a:b'] }, 'files:a:b', true, true],
    [{ servers: ['files'] }, 'files:read', true, false],
    [{ servers: ['files'] }, 'other:read', false, false],
    [{ servers: ['files'], tools: ['files:wipe'] }, 'files:wipe', true, true],
    [{ tools: ['files:wipe*', 'files:wipe'] }, 'files:wipe', true, true],
  ])('%j: %s is allowed: %s, where it is destructive: %s', (list, id, plain, destructive) => {
    expect([isAllowed(list, id), isAllowed(list, id, true)]).toEqual([plain, destructive]);
  });

  it('says why not', () => {
    const definition = { annotations: { destructiveHint: true } };
    const why = (tools: readonly string[]) =>
      explainForbidden({ tools, servers: [] }, { server: 'box', name: 'wipe', definition });
    expect(why([])).toBe('box:wipe was not called: it is not among the tools that this hook allows');
    expect(why(['box:*'])).toBe(
      'box:wipe was not called: it may destroy something, and this hook does not list it by its full name',
    );
  });

  it('names each server once', () => {
    expect(serversOfList({ tools: ['a:x', 'b:y', 'a:z*'], servers: ['b', 'c'] })).toEqual(['b', 'c', 'a']);
  });

  const name = stringMatching(/^[a-c_]{1,4}$/);
  const key = constantFrom('one', 'two');
  const entry = tuple(key, stringMatching(/^[a-c_*]{1,4}$/)).map(([server, tool]) => `${server}:${tool}`);

  it('never lets a destructive tool run that is not listed by its full id', () => {
    const list = record({ tools: array(entry, { maxLength: 5 }), servers: array(key, { maxLength: 2 }) });
    assert(
      property(list, tuple(key, name), boolean(), ({ tools, servers }, [server, tool], destructive) => {
        const id = `${server}:${tool}`;
        const byGlob = tools.some((each) => isToolGlob(each) && toRegExp(each).test(id));
        const expected = tools.includes(id) || (!destructive && (byGlob || servers.includes(server)));
        expect(isAllowed({ tools, servers }, id, destructive)).toBe(expected);
      }),
    );
  });

  it('matches as fast as it is long', () => {
    expect(matchesEntry(`s:${'*a'.repeat(50)}b`, 's', 'a'.repeat(20_000))).toBe(false);
  });
});

function toRegExp(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll(/\*+/g, '.*')}$`);
}
