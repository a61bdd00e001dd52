import { createLinkPair, createResponse, type CatalogueKind } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { createExchange } from '../link/create-exchange.ts';
import { readList, type ReadList } from './read-list.ts';

const NO_LIMITS = { listEntryLimit: -1, listByteLimit: -1 };
const MEMBERS = { tools: 'tools', prompts: 'prompts', resources: 'resources', templates: 'resourceTemplates' } as const;
const NAMES = { tools: 'name', prompts: 'name', resources: 'uri', templates: 'uriTemplate' } as const;

type Page = { readonly entries: readonly object[]; readonly nextCursor?: string; readonly padding?: string };

/** Reads a list of which `page` makes the page with this number. */
async function read(
  page: (number: number) => Page,
  { limits = {}, kind = 'tools' }: { limits?: Partial<typeof NO_LIMITS>; kind?: CatalogueKind } = {},
): Promise<ReadList & { readonly pages: number }> {
  const pair = createLinkPair();
  let pages = 0;
  pair.far.receive((request) => {
    const { entries, ...rest } = page(pages++);
    return pair.far.send(createResponse(request.id ?? 0, JSON.stringify({ ...rest, [MEMBERS[kind]]: entries })));
  });
  const exchange = createExchange({
    link: pair.near,
    server: 's',
    onNotification: () => undefined,
    toLoss: ({ reason }) => new Error(reason) as never,
  });
  const signal = new AbortController().signal;
  const list = await readList(exchange, { server: 's', kind, limits: { ...NO_LIMITS, ...limits }, signal });
  return { ...list, pages };
}

const named = (count: number, from = 0): { name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `t${from + index}` }));

describe('readList', () => {
  it('reads all pages of a list that is within its limits', async () => {
    const list = await read(
      (page) => ({ entries: named(3, page * 3), ...(page < 2 ? { nextCursor: `${page}` } : {}) }),
      {
        limits: { listEntryLimit: 9 },
      },
    );
    expect(list.entries.map(({ id }) => id)).toEqual(named(9).map(({ name }) => `s:${name}`));
    expect(list).toMatchObject({ pages: 3, oddities: [] });
    expect(list.cut).toBeUndefined();
  });

  it.each(['tools', 'prompts', 'resources', 'templates'] as const)('ends a list of %s at its entries', async (kind) => {
    const entries = named(10).map(({ name }) => ({ [NAMES[kind]]: name }));
    const list = await read(() => ({ entries }), { kind, limits: { listEntryLimit: 7 } });
    expect(list.entries.map(({ name }) => name)).toEqual(named(7).map(({ name }) => name));
    expect(list.cut).toBe(`its list of ${kind} is longer than 7 entries ("listEntryLimit"); the rest is left out`);
  });

  it('asks for no further page when the limit is reached', async () => {
    const list = await read((page) => ({ entries: named(5, page * 5), nextCursor: `${page}` }), {
      limits: { listEntryLimit: 12 },
    });
    expect(list.entries).toHaveLength(12);
    expect(list.pages).toBe(3);
  });

  it('ends a page that is larger than the limit within it', async () => {
    const entries = named(100).map((tool) => ({ ...tool, description: 'x'.repeat(1000) }));
    const list = await read(() => ({ entries }), { limits: { listByteLimit: 10_000 } });
    expect(list.entries).toHaveLength(9);
    expect(list.cut).toBe('its list of tools is longer than 10000 bytes ("listByteLimit"); the rest is left out');
  });

  it.each([
    ['cursors', (page: number): Page => ({ entries: [], nextCursor: `${page}${'c'.repeat(1000)}` })],
    [
      'pages without entries',
      (page: number): Page => ({ entries: [], nextCursor: `${page}`, padding: 'p'.repeat(1000) }),
    ],
    [
      'repeated entries',
      (page: number): Page => ({ entries: [{ name: 'a', about: 'p'.repeat(1000) }], nextCursor: `${page}` }),
    ],
    ['nameless entries', (page: number): Page => ({ entries: [{ about: 'p'.repeat(1000) }], nextCursor: `${page}` })],
  ])('counts the bytes of %s', async (_what, page) => {
    const list = await read(page, { limits: { listByteLimit: 20_000 } });
    expect(list.pages).toBeLessThan(21);
    expect(list.cut).toContain('listByteLimit');
  });

  it('ends one that makes up new cursors for ever', async () => {
    const list = await read((page) => ({ entries: named(1, page), nextCursor: `${page}` }));
    expect(list.entries).toHaveLength(1000);
    expect(list.cut).toBe('its list of tools is longer than 1000 pages; the rest is left out');
  });

  it('says once what is wrong with many entries, with names that can be read', async () => {
    const long = 'n'.repeat(1_000_000);
    const entries = [...Array.from({ length: 50 }, () => ({ name: long })), ...Array.from({ length: 50 }, () => ({}))];
    const { oddities } = await read(() => ({ entries }));
    expect(oddities).toEqual([
      `"tools/list" names "${'n'.repeat(60)}…" and 48 more twice; the first one is used`,
      '"tools/list" has 50 entries without a name; they are left out',
    ]);
  });

  it('stops at a cursor that comes back', async () => {
    const list = await read(() => ({ entries: named(1), nextCursor: 'c'.repeat(100) }));
    expect(list.pages).toBe(2);
    expect(list.oddities).toContain(`"tools/list" repeats the cursor "${'c'.repeat(60)}…"; reading stopped there`);
  });
});
