import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Naming } from '@toolyard/core';
import { createNameTable } from './create-name-table.ts';
import type { NamedServer, NameTable } from './create-name-table.ts';

const SAFE = /^[A-Za-z][A-Za-z0-9_-]{0,47}$/;

type Tools = Readonly<Record<string, readonly string[]>>;
type Options = { naming?: Naming; namings?: Record<string, Naming>; rename?: Record<string, Record<string, string>> };

function toServers(keys: readonly string[], options: Options = {}): NamedServer[] {
  return keys.map((key) => ({
    key,
    naming: options.namings?.[key] ?? options.naming ?? 'safe',
    rename: options.rename?.[key] ?? {},
  }));
}

function createTable(tools: Tools, options?: Options): NameTable {
  const table = createNameTable({ servers: toServers(Object.keys(tools), options) });
  for (const [key, names] of Object.entries(tools)) table.setServer(key, names);
  return table;
}

function exposedNames(table: NameTable, tools: Tools): Record<string, string | undefined> {
  const ids = Object.entries(tools).flatMap(([key, names]) => names.map((name) => `${key}:${name}`));
  return Object.fromEntries(ids.map((id) => [id, table.exposedName(id)]));
}

function namesOf(tools: Tools, options?: Options): Record<string, string | undefined> {
  return exposedNames(createTable(tools, options), tools);
}

describe('names under safe', () => {
  it('joins key and tool with two underscores', () => {
    expect(namesOf({ files: ['read-file', 'list_dir'] })).toEqual({
      'files:read-file': 'files__read-file',
      'files:list_dir': 'files__list_dir',
    });
  });

  it('writes every other character as one underscore', () => {
    expect(namesOf({ 'my server': ['get weather', 'a/b.c', 'x:y', 'größe', '😀', '!!!', ''] })).toEqual({
      'my server:get weather': 'my_server__get_weather',
      'my server:a/b.c': 'my_server__a_b_c',
      'my server:x:y': 'my_server__x_y',
      'my server:größe': 'my_server__gr__e',
      'my server:😀': 'my_server___',
      'my server:!!!': 'my_server_____',
      'my server:': 'my_server__',
    });
  });

  it('begins with a letter whatever the key begins with', () => {
    expect(namesOf({ '1password': ['get'], _x: ['get'], '-': ['get'] })).toEqual({
      '1password:get': 's1password__get',
      '_x:get': 's_x__get',
      '-:get': 's-__get',
    });
  });

  it('keeps 48 characters and cuts 49 with a hash of the tool id', () => {
    const fits = 'a'.repeat(45);
    const long = 'a'.repeat(46);
    expect(namesOf({ x: [fits, long] })).toEqual({
      [`x:${fits}`]: `x__${fits}`,
      [`x:${long}`]: `x__${'a'.repeat(36)}_70ab8368`,
    });
  });

  it('gives different names to long tools that differ only at the end', () => {
    const names = Object.values(namesOf({ x: [`${'a'.repeat(199)}1`, `${'a'.repeat(199)}2`] }));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(SAFE);
  });

  it('leaves names that begin with two keys to the longer one, whichever of them runs', () => {
    const tools = { x: ['a__b', '__b', 'a__'], x__a: ['b'], x_: ['b'] };
    const names = {
      'x:a__b': 'x__a_b_48b68ed6',
      'x:__b': 'x__b_e5424cc9',
      'x:a__': 'x__a_98cce360',
      'x__a:b': 'x__a__b',
      'x_:b': 'x___b',
    };
    expect(namesOf(tools)).toEqual(names);
    const alone = createNameTable({ servers: toServers(['x', 'x__a', 'x_']) });
    alone.setServer('x', tools.x);
    expect(['x:a__b', 'x:__b', 'x:a__'].map(alone.exposedName)).toEqual(Object.values(names).slice(0, 3));
    for (const name of ['x__a__b', 'x____b', 'x__a__']) expect(alone.resolve(name)).toBeUndefined();
  });

  it('leaves the plain names to the one of several equal keys that cleaning did not change', () => {
    expect(namesOf({ 'a.b': ['t'], a_b: ['t'], 'a/b': ['t'] })).toEqual({
      'a.b:t': 'a_b__t_ed887dd0',
      'a_b:t': 'a_b__t',
      'a/b:t': 'a_b__t_711683d5',
    });
  });

  it('leaves the plain name to the one of several equal tools that cleaning did not change', () => {
    expect(namesOf({ x: ['a.b', 'a_b', 'c d', 'c.d'] })).toEqual({
      'x:a.b': 'x__a_b_d2407691',
      'x:a_b': 'x__a_b',
      'x:c d': 'x__c_d_1dadb9b1',
      'x:c.d': 'x__c_d_223a8298',
    });
  });

  it('puts a hash on a tool that imitates one', () => {
    const imitation = 'a_b_d2407691';
    expect(namesOf({ x: ['a.b', 'a_b', imitation] })).toEqual({
      'x:a.b': 'x__a_b_d2407691',
      'x:a_b': 'x__a_b',
      [`x:${imitation}`]: 'x__a_b_d2407691_effbec9c',
    });
  });

  it('gives the later of two tools with the same short hash a long one', () => {
    const [first, second] = [`${'a'.repeat(50)}2549`, `${'a'.repeat(50)}5021`];
    const head = 'x__aaaaaaaaaaaa';
    expect(namesOf({ x: [first, second] })).toEqual({
      [`x:${first}`]: `x__${'a'.repeat(36)}_178825cf`,
      [`x:${second}`]: expect.stringMatching(new RegExp(`^${head}_178825cf[0-9a-f]{24}$`)),
    });
  });

  it('decides equal short hashes by configuration order, not by who came first', () => {
    const table = createNameTable({ servers: toServers(['x.y', 'x/y']) });
    const [early, late] = [`${'a'.repeat(50)}58022`, `${'a'.repeat(50)}41808`];
    expect(table.setServer('x/y', [late])).toEqual([]);
    expect(table.exposedName(`x/y:${late}`)).toMatch(/_8724dae4$/);
    expect(table.setServer('x.y', [early])).toEqual(['x/y']);
    expect(table.exposedName(`x.y:${early}`)).toMatch(/_8724dae4$/);
    expect(table.exposedName(`x/y:${late}`)).toMatch(/_8724dae4[0-9a-f]{24}$/);
  });

  it('tells names apart that differ only in half a character', () => {
    const names = Object.values(namesOf({ x: ['\uD800', '\uD801', '\\ud800', '"\\ud800"'] }));
    expect(new Set(names).size).toBe(4);
  });

  it('knows no inherited names', () => {
    const tools = { constructor: ['__proto__', 'toString'], x: ['constructor'] };
    expect(namesOf(tools)).toEqual({
      'constructor:__proto__': 'constructor____proto__',
      'constructor:toString': 'constructor__toString',
      'x:constructor': 'x__constructor',
    });
    expect(createTable(tools).resolve('hasOwnProperty')).toBeUndefined();
  });

  it('lists a tool once that its server lists twice', () => {
    expect(namesOf({ x: ['a', 'a'] })).toEqual({ 'x:a': 'x__a' });
  });
});

describe('other namings', () => {
  it('shows the tool id under colon, key.tool under dot, the own name under none', () => {
    const namings = { c: 'colon', d: 'dot', n: 'none' } as const;
    expect(namesOf({ c: ['a:b'], d: ['a/b'], n: ['größe'] }, { namings })).toEqual({
      'c:a:b': 'c:a:b',
      'd:a/b': 'd.a/b',
      'n:größe': 'größe',
    });
  });

  it('shows a name that two servers have as under safe, for both, and only while both have it', () => {
    const table = createNameTable({ servers: toServers(['a', 'b', 'c'], { naming: 'none' }) });
    expect(table.setServer('a', ['search', 'only'])).toEqual([]);
    expect(table.setServer('c', ['other'])).toEqual([]);
    expect(table.setServer('b', ['search'])).toEqual(['a']);
    expect(['a:search', 'b:search', 'a:only'].map(table.exposedName)).toEqual(['a__search', 'b__search', 'only']);
    expect(table.removeServer('b')).toEqual(['a']);
    expect(table.exposedName('a:search')).toBe('search');
    expect(table.exposedName('b:search')).toBeUndefined();
  });

  it('leaves dotted names that begin with two keys to the longer one, whichever of them runs', () => {
    const tools = { 'a.b': ['c'], a: ['b.c', 'd'] };
    const names = { 'a.b:c': 'a.b.c', 'a:b.c': 'a__b_c', 'a:d': 'a.d' };
    expect(namesOf(tools, { naming: 'dot' })).toEqual(names);
    const alone = createNameTable({ servers: toServers(['a.b', 'a'], { naming: 'dot' }) });
    alone.setServer('a', tools.a);
    expect(alone.exposedName('a:b.c')).toBe('a__b_c');
    expect(alone.resolve('a.b.c')).toBeUndefined();
  });

  it('leaves a safe name to its server when another one offers it as a bare name', () => {
    expect(namesOf({ n: ['x__a'], x: ['a'] }, { namings: { n: 'none' } })).toEqual({
      'n:x__a': 'n__x__a',
      'x:a': 'x__a',
    });
  });

  it('never shows a name that is an id of another server', () => {
    const tools = { n: ['x:a', 'y:a'], x: ['a'] };
    const table = createTable(tools, { namings: { n: 'none' } });
    expect(exposedNames(table, tools)).toEqual({ 'n:x:a': 'n__x_a', 'n:y:a': 'y:a', 'x:a': 'x__a' });
    expect(table.resolve('x:a')).toMatchObject({ id: 'x:a' });
  });

  it('falls back to safe for a tool without a name', () => {
    expect(namesOf({ n: [''] }, { naming: 'none' })).toEqual({ 'n:': 'n__' });
  });
});

describe('renamed tools', () => {
  const rename = { x: { old: 'new' } };

  it.each([
    ['safe', 'x__new'],
    ['colon', 'x:new'],
    ['dot', 'x.new'],
    ['none', 'new'],
  ] as const)('are shown under the new name under %s', (naming, name) => {
    const table = createTable({ x: ['old'] }, { naming, rename });
    expect(table.exposedName('x:old')).toBe(name);
    for (const asked of [name, 'x:old', 'old', 'new']) expect(table.resolve(asked)).toMatchObject({ id: 'x:old' });
  });

  it('leave the plain name to the tool that has it by itself', () => {
    expect(namesOf({ x: ['old', 'new'] }, { rename })).toEqual({ 'x:old': 'x__new_6c23e957', 'x:new': 'x__new' });
  });

  it('differ when several get the same new name', () => {
    const same = { x: { a: 'same', b: 'same' } };
    expect(namesOf({ x: ['a', 'b'] }, { rename: same })).toEqual({
      'x:a': 'x__same_e0f54fd6',
      'x:b': 'x__same_10b07742',
    });
  });
});

describe('resolving', () => {
  it('takes the exposed name, the tool id, and a bare name that only one server has', () => {
    const table = createTable({ x: ['a', 'both'], y: ['both'] });
    expect(table.resolve('x__a')).toMatchObject({ id: 'x:a' });
    expect(table.resolve('x:a')).toMatchObject({ id: 'x:a' });
    expect(table.resolve('a')).toMatchObject({ id: 'x:a' });
    expect(table.resolve('nothing')).toBeUndefined();
    expect(table.resolve('')).toBeUndefined();
  });

  it('says whose it is, and what its server calls it', () => {
    const table = createTable({ x: ['a:b'] });
    expect(table.resolve('a:b')).toMatchObject({ id: 'x:a:b', server: 'x', name: 'a:b' });
  });

  it('names the candidates of an ambiguous bare name in configuration order', () => {
    const table = createNameTable({ servers: toServers(['x', 'y']) });
    table.setServer('y', ['both']);
    table.setServer('x', ['both']);
    expect(table.resolve('both')).toEqual({ ambiguous: ['x:both', 'y:both'] });
    table.removeServer('x');
    expect(table.resolve('both')).toMatchObject({ id: 'y:both' });
  });

  it('prefers the exposed name of one tool to the bare name of another', () => {
    const table = createTable({ x: ['a'], y: ['x__a'] });
    expect(table.resolve('x__a')).toMatchObject({ id: 'x:a' });
  });

  it('forgets what a server no longer offers', () => {
    const table = createTable({ x: ['a', 'b'] });
    table.setServer('x', ['b']);
    for (const name of ['x__a', 'x:a', 'a']) expect(table.resolve(name)).toBeUndefined();
    expect(table.exposedName('x:b')).toBe('x__b');
  });

  it('knows a tool by the name with a hash that it had before', () => {
    const table = createTable({ x: ['a.b', 'a!b', 'c'] });
    const hashed = table.exposedName('x:a.b') ?? '';
    expect(hashed).toBe('x__a_b_d2407691');
    table.setServer('x', ['a.b', 'c']);
    expect(table.exposedName('x:a.b')).toBe('x__a_b');
    expect(table.resolve(hashed)).toMatchObject({ id: 'x:a.b' });
    table.setServer('x', ['c']);
    expect(table.resolve(hashed)).toBeUndefined();
  });

  it('shows no tool under the name that another one of its server has with its hash', () => {
    const imitation = 'x__a_e0f54fd6';
    const table = createTable({ x: ['a', imitation] }, { naming: 'none' });
    expect(table.exposedName('x:a')).toBe('a');
    expect(table.exposedName(`x:${imitation}`)).toBe('x__x__a_e0f54fd6_34a7b32c');
  });

  it('refuses a server that is not configured', () => {
    expect(() => createTable({ x: [] }).setServer('y', [])).toThrow('Server "y" is not in the configuration');
  });
});

describe('any configuration', () => {
  const character = fc.constantFrom('a', 'b', '_', '_', '.', '-', '/', ' ', '1', 'ä', '😀', '\uD800', '"', '\\');
  const word = fc.oneof(
    fc.string({ unit: character, maxLength: 6 }),
    fc.string({ unit: character, minLength: 40, maxLength: 70 }),
    fc.constantFrom('a__b', 'a__a', '__proto__', 'constructor', 'a_12345678', 'a__a_b_0123abcd'),
  );
  const key = word.filter((text) => text !== '');
  const tool = fc.oneof(word, fc.constantFrom(':', 'a:b', 'a:a', 'a.b', 'b:'));
  const naming = fc.constantFrom<Naming>('safe', 'colon', 'dot', 'none');
  const server = fc.record({
    key,
    naming,
    tools: fc.uniqueArray(tool, { maxLength: 8 }),
    rename: fc.dictionary(tool, tool, { maxKeys: 2 }),
  });
  const servers = fc.uniqueArray(server, { maxLength: 6, selector: ({ key }) => key });

  type Generated = NamedServer & { readonly tools: readonly string[] };

  function fill(configured: readonly Generated[], arriving: readonly Generated[] = configured): NameTable {
    const table = createNameTable({ servers: configured });
    for (const { key, tools } of arriving) table.setServer(key, tools);
    return table;
  }

  function idsOf(configured: readonly Generated[]): string[] {
    return configured.flatMap(({ key, tools }) => tools.map((name) => `${key}:${name}`));
  }

  it('has unique names that lead back to their tools', () => {
    fc.assert(
      fc.property(servers, (configured) => {
        const table = fill(configured);
        const ids = idsOf(configured);
        const names = ids.map((id) => table.exposedName(id));
        expect(names).not.toContain(undefined);
        expect(new Set(names).size).toBe(ids.length);
        expect(names.map((name) => table.resolve(name ?? ''))).toMatchObject(ids.map((id) => ({ id })));
      }),
      { numRuns: 500 },
    );
  });

  it('has names under safe that every client takes, and that do not change when another server goes', () => {
    fc.assert(
      fc.property(servers, (generated) => {
        const configured = generated.map((server) => ({ ...server, naming: 'safe' as const }));
        const all = fill(configured);
        for (const id of idsOf(configured)) expect(all.exposedName(id)).toMatch(SAFE);
        for (const server of configured) {
          const alone = fill(configured, [server]);
          for (const id of idsOf([server])) expect(alone.exposedName(id)).toBe(all.exposedName(id));
        }
      }),
    );
  });

  it('has the same names whatever the order in which servers arrive, leave and come back', () => {
    const orders = servers.chain((configured) =>
      fc.record({
        configured: fc.constant(configured),
        order: fc.shuffledSubarray(configured, { minLength: configured.length }),
        leaving: fc.subarray(configured),
      }),
    );
    fc.assert(
      fc.property(orders, ({ configured, order, leaving }) => {
        const expected = fill(configured);
        const table = fill(configured, order);
        for (const { key } of leaving) table.removeServer(key);
        for (const { key, tools } of leaving) table.setServer(key, tools);
        for (const id of idsOf(configured)) expect(table.exposedName(id)).toBe(expected.exposedName(id));
      }),
    );
  });

  it('tells which other servers have new names', () => {
    fc.assert(
      fc.property(servers, (configured) => {
        const table = createNameTable({ servers: configured });
        const present: Generated[] = [];
        for (const server of configured) {
          const before = new Map(idsOf(present).map((id) => [id, table.exposedName(id)]));
          const changed = table.setServer(server.key, server.tools);
          const expected = present.filter((other) =>
            idsOf([other]).some((id) => table.exposedName(id) !== before.get(id)),
          );
          expect([...changed].toSorted()).toEqual(expected.map(({ key }) => key).toSorted());
          present.push(server);
        }
      }),
    );
  });
});
