import { expect, it } from 'vitest';
import { createRecentRuns } from './recent-runs.ts';

const RUN = { hook: 'a', run: 'r1', chain: [], path: undefined, from: 0 };
const LINK = { hook: 'a', run: 'r1', inferred: false };
const committed = (commit: string) => ({ name: 'git.committed', values: { commit, message: 'x' } }) as const;

it('knows the cause of an event that was told, whenever it appears, and of no other', () => {
  const recent = createRecentRuns();
  const acting = recent.begin(RUN);
  acting.causes('git.committed', { commit: 'c1' });
  acting.ends(10);
  expect(recent.chainOf(committed('c2'))).toEqual([]);
  expect(recent.chainOf({ name: 'git.pushed', values: { commit: 'c1' } })).toEqual([]);
  expect(recent.chainOf(committed('c1'))).toMatchObject([LINK]);
});

it('takes what looks the same later for the doing of somebody else', () => {
  const recent = createRecentRuns();
  recent.begin(RUN).causes('git.branch-changed', { branch: 'main' });
  const event = { name: 'git.branch-changed', values: { branch: 'main' } } as const;
  expect(recent.chainOf(event)).toMatchObject([LINK]);
  expect(recent.chainOf(event)).toEqual([]);
});

it('takes what is told twice for one event, with or without its chain', () => {
  const recent = createRecentRuns();
  const changed = (id: string) => ({ name: 'git.branch-changed', id, values: { branch: 'main' } }) as const;
  recent.begin(RUN).causes('git.branch-changed', { branch: 'main' });
  recent.begin({ ...RUN, run: 'r2' }).causes('git.branch-changed', { branch: 'main' });
  expect(recent.chainOf(changed('e1'))).toMatchObject([LINK]);
  expect(recent.chainOf(changed('e1'))).toMatchObject([LINK]);
  const chain = [{ ...LINK, run: 'r2' }];
  expect(recent.chainOf({ ...changed('e2'), chain })).toBe(chain);
  expect(recent.chainOf(changed('e3'))).toEqual([]);
});

it('lets the chain that an event came with be', () => {
  const recent = createRecentRuns();
  recent.begin(RUN).causes('git.committed', { commit: 'c1' });
  const chain = [{ hook: 'b', run: 'r0', inferred: false }];
  expect(recent.chainOf({ ...committed('c1'), chain })).toBe(chain);
});

it('waits for runs that may still tell of an event, and for no others', async () => {
  const recent = createRecentRuns();
  recent.begin(RUN);
  expect(recent.told([committed('c1')])).toBeUndefined();
  const acting = recent.begin({ ...RUN, tells: 'git.' });
  expect(recent.told([{ name: 'file.saved', values: {} }])).toBeUndefined();
  expect(recent.told([{ ...committed('c1'), chain: [{ hook: 'b', run: 'r0', inferred: false }] }])).toBeUndefined();
  let isTold = false;
  const told = recent.told([committed('c1')])?.then(() => (isTold = true));
  await Promise.resolve();
  expect(isTold).toBe(false);
  acting.ends(10);
  await told;
  expect(recent.told([committed('c1')])).toBeUndefined();
});
