import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Naming } from '@toolyard/core';
import { createNameTable, type NamedServer, type NameTable } from './create-name-table.ts';

interface Offered {
  readonly naming?: Naming;
  readonly rename?: Readonly<Record<string, string>>;
  readonly tools: readonly string[];
}

/** A table of these servers, of which those without tools are down. */
function tableOf(servers: Readonly<Record<string, Offered>>): NameTable {
  const table = createNameTable({
    servers: Object.entries(servers).map(([key, { naming = 'safe', rename = {} }]) => ({ key, naming, rename })),
  });
  for (const [key, { tools }] of Object.entries(servers)) if (tools.length > 0) table.setServer(key, tools);
  return table;
}

const down: Offered = { tools: [] };

describe('a name that begins with the key of a server that is down', () => {
  it.each(['files__read', 'files:read', 'files.read'])('%s is not the tool of another that has this name', (name) => {
    for (const naming of ['safe', 'colon', 'dot', 'none'] as const) {
      const table = tableOf({ files: down, evil: { naming, tools: [name, 'other'] } });
      expect(table.resolve(name)).toBeUndefined();
      expect(table.serverOf(name)).toBe('files');
      expect(table.exposedName(`evil:${name}`)).not.toMatch(/^files/);
      expect(table.resolve('other')).toMatchObject({ id: 'evil:other' });
    }
  });

  it.each(['my.files__read', 'my_files__read', 'my.files:read', 'my.files.read'])(
    '%s is not, however the key is written',
    (name) => {
      const table = tableOf({ 'my.files': down, evil: { naming: 'none', tools: [name] } });
      expect(table.resolve(name)).toBeUndefined();
      expect(table.serverOf(name)).toBe('my.files');
    },
  );

  it('is not the tool of another that is renamed to it', () => {
    const rename = { read: 'files__read' };
    for (const naming of ['safe', 'none'] as const) {
      const table = tableOf({ files: down, evil: { naming, rename, tools: ['read'] } });
      expect(table.resolve('files__read')).toBeUndefined();
      expect(table.exposedName('evil:read')).toBe('evil__files__read');
      expect(table.resolve('read')).toMatchObject({ id: 'evil:read' });
    }
  });

  it('is not the tool of a server whose shorter key it begins with too', () => {
    const table = tableOf({ files: { naming: 'none', tools: ['x__read', 'files__x__read'] }, files__x: down });
    for (const name of ['files__x__read', 'files__x:read']) expect(table.resolve(name)).toBeUndefined();
    expect(table.serverOf('files__x__read')).toBe('files__x');
    expect(table.serverOf('files__y')).toBe('files');
  });

  it('is not the tool of another where it ends in a hash, also where the key is cut', () => {
    const keys = ['files', 'f'.repeat(60), 'file-server-number-one'];
    const all = tableOf(Object.fromEntries(keys.map((key) => [key, { tools: ['a'.repeat(50)] }])));
    for (const key of keys) {
      const name = all.exposedName(`${key}:${'a'.repeat(50)}`) ?? '';
      const imitation = { evil: { naming: 'none', tools: [name] } } as const;
      const table = tableOf({ ...Object.fromEntries(keys.map((each) => [each, down])), ...imitation });
      expect(table.resolve(name)).toBeUndefined();
    }
  });

  it('may be the name that its own server gave a tool', () => {
    const table = tableOf({ files: { tools: ['files.read'] }, notes: down });
    expect(table.resolve('files.read')).toMatchObject({ id: 'files:files.read' });
  });

  it('is nobody in particular where two keys look the same to clients', () => {
    const table = tableOf({ 'a.b': { tools: ['a_b__t'] }, 'a/b': down });
    expect(table.serverOf('a_b__t')).toBeUndefined();
    expect(table.resolve('a_b__t')).toBeUndefined();
  });
});

describe('any configuration, with any of its servers down', () => {
  const separator = fc.constantFrom('__', ':', '.', '_', '-', '');
  const part = fc.constantFrom('a', 'b', 'files', 'my', '_', '1', 'ä', 'y'.repeat(36), 'z'.repeat(14), 'a1b2c3d4');
  const joined = (most: number): fc.Arbitrary<string> =>
    fc
      .array(fc.tuple(part, separator), { minLength: 1, maxLength: most })
      .map((pieces) => pieces.map(([text, between], at) => (at < pieces.length - 1 ? text + between : text)).join(''));
  const key = fc.oneof(joined(1), joined(3)).map((text) => text.replaceAll(':', '/').slice(0, 64));
  const keys = fc.uniqueArray(key, { minLength: 2, maxLength: 6 });

  /** Keys with every separator before a tool, so that most names look like those of some server. */
  const configurations = keys.chain((configured) => {
    const name = fc.oneof(
      joined(3),
      fc
        .tuple(fc.constantFrom(...configured), separator, joined(2))
        .map(([begin, between, rest]) => begin + between + rest),
      fc
        .tuple(fc.constantFrom(...configured), fc.constantFrom('_a1b2c3d4', `_${'0'.repeat(32)}`))
        .map((two) => two.join('')),
    );
    const server = (own: string): fc.Arbitrary<NamedServer & { tools: string[]; isUp: boolean }> =>
      fc.record({
        key: fc.constant(own),
        naming: fc.constantFrom<Naming>('safe', 'colon', 'dot', 'none'),
        rename: fc.dictionary(name, name, { maxKeys: 2 }),
        tools: fc.uniqueArray(name, { maxLength: 6 }),
        isUp: fc.boolean(),
      });
    return fc.record({
      servers: fc.tuple(...configured.map(server)),
      asked: fc.array(name, { maxLength: 20 }),
    });
  });

  /** The keys that a name begins with, by the longest form; written anew here, so that a mistake is not made twice. */
  function keysOf(name: string, configured: readonly string[]): string[] {
    const forms = configured.flatMap((key) => {
      const clean = key.replaceAll(/[^A-Za-z0-9_-]/gu, '_').replace(/^(?![A-Za-z])/, 's');
      return [`${key}:`, `${key}.`, `${key}__`, `${clean}__`].map((form) => ({ form, key }));
    });
    const found = forms.filter(({ form }) => name.startsWith(form));
    const longest = Math.max(...found.map(({ form }) => form.length));
    return found.filter(({ form }) => form.length === longest).map(({ key }) => key);
  }

  it('never finds a tool of another server by a name that begins with a key', () => {
    let owned = 0;
    fc.assert(
      fc.property(configurations, ({ servers, asked }) => {
        const all = createNameTable({ servers });
        for (const { key, tools } of servers) all.setServer(key, tools);
        const table = createNameTable({ servers });
        for (const { key, tools, isUp } of servers) if (isUp) table.setServer(key, tools);
        const ids = servers.flatMap(({ key, tools }) => tools.map((tool) => `${key}:${tool}`));
        const own = servers.flatMap(({ tools, rename }) => [...tools, ...Object.values(rename)]);
        const exposed = [all, table].flatMap((each) => ids.flatMap((id) => each.exposedName(id) ?? []));
        const configured = servers.map((server) => server.key);
        for (const name of new Set([...ids, ...own, ...exposed, ...asked])) {
          const allowed = keysOf(name, configured);
          // Servers that are down are in the table with what they last had, or not at all where nothing is known of them.
          for (const found of [all.resolve(name), table.resolve(name)]) {
            if (allowed.length === 0 || found === undefined) continue;
            owned++;
            const ids = 'id' in found ? [found.id] : found.ambiguous;
            for (const id of ids) expect(allowed, `${name} is ${id}`).toContain(id.slice(0, id.indexOf(':')));
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(owned).toBeGreaterThan(500);
  });

  it('never gives a name that one server is shown under to another while that one is down', () => {
    fc.assert(
      fc.property(configurations, ({ servers }) => {
        const safe = servers.map((server) => ({ ...server, naming: 'safe' as const }));
        const all = createNameTable({ servers: safe });
        for (const { key, tools } of safe) all.setServer(key, tools);
        const table = createNameTable({ servers: safe });
        for (const { key, tools, isUp } of safe) if (isUp) table.setServer(key, tools);
        for (const { key, tools, isUp } of safe) {
          for (const tool of tools) {
            const found = table.resolve(all.exposedName(`${key}:${tool}`) ?? '');
            expect(found).toEqual(isUp ? expect.objectContaining({ id: `${key}:${tool}` }) : undefined);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
