import { describe, expect, it } from 'vitest';
import { createNameTable } from './create-name-table.ts';

/** The exposed names under `safe`, by tool id. */
function namesOf(tools: Readonly<Record<string, readonly string[]>>): Record<string, string | undefined> {
  const servers = Object.keys(tools).map((key) => ({ key, naming: 'safe' as const, rename: {} }));
  const table = createNameTable({ servers });
  for (const [key, names] of Object.entries(tools)) table.setServer(key, names);
  const ids = Object.entries(tools).flatMap(([key, names]) => names.map((name) => `${key}:${name}`));
  return Object.fromEntries(ids.map((id) => [id, table.exposedName(id)]));
}

describe('a name that is too long', () => {
  it('cuts a long key so that nothing of it is read as a shorter one', () => {
    const long = `x__${'y'.repeat(35)}__z`;
    const short = long.slice(0, 38);
    const tool = 't'.repeat(10);
    expect(namesOf({ x: ['t'], [long]: ['t', tool], [short]: [tool] })).toEqual({
      'x:t': 'x__t',
      [`${long}:t`]: `${long}__t`,
      [`${long}:${tool}`]: `x_${'y'.repeat(25)}__${tool}_8886f508`,
      [`${short}:${tool}`]: `x_${'y'.repeat(25)}__${tool}_85afbee4`,
    });
  });

  it("shortens a long key before the tool's name", () => {
    const key = 'my-company-internal-knowledge-base-production';
    expect(namesOf({ [key]: ['ask', 'search_documents', 'list_recently_changed_documents_of_a_space'] })).toEqual({
      [`${key}:ask`]: 'my-company-internal-knowledge-base__ask_6b64da3a',
      [`${key}:search_documents`]: 'my-company-internal-k__search_documents_3e74f040',
      [`${key}:list_recently_changed_documents_of_a_space`]: 'my-compa__list_recently_changed_documen_0b20f661',
    });
  });

  it('keeps a key of 8 characters whole, whatever the tool is called', () => {
    expect(Object.values(namesOf({ database: ['t'.repeat(60)] }))).toEqual([
      expect.stringMatching(/^database__t{29}_[0-9a-f]{8}$/),
    ]);
  });

  it('shortens a key to none that another server has', () => {
    const long = 'company-production-database-of-customers';
    const tool = 'list_open_orders_of_today';
    const name = namesOf({ [long]: [tool] })[`${long}:${tool}`];
    expect(name).toMatch(/^company-prod__list_open_orders_of_today_[0-9a-f]{8}$/);
    const others = { 'company-prod': ['x'], 'company-pro': ['x'] };
    expect(namesOf({ ...others, [long]: [tool] })).toMatchObject({
      [`${long}:${tool}`]: expect.stringMatching(/^company-pr__list_open_orders_of_today_[0-9a-f]{8}$/),
    });
  });

  it('shows what is left where every shorter key is another server', () => {
    const long = `${'k'.repeat(8)}-${'l'.repeat(40)}`;
    const shorter = Array.from({ length: 31 }, (_, less) => long.slice(0, 38 - less));
    const all = Object.fromEntries([...shorter, long].map((key) => [key, ['a_tool']]));
    expect(namesOf(all)[`${long}:a_tool`]).toMatch(/^k{8}-l{30}_[0-9a-f]{8}$/);
  });
});
