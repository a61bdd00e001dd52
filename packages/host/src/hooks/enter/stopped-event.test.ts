import { createFakeServerMemory } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { approveAll, createTestWorkspace, ECHO } from '../../../test/create-test-workspace.ts';
import { stateStoreOf, type StateStore } from '../../state/state-store.ts';

it('gives the runs that have ended also to whoever stops it while the servers are ending', async () => {
  const { createHost, open } = await createTestWorkspace();
  const stop = new AbortController();
  const state: StateStore = {
    ...stateStoreOf(createHost()),
    // What a yard does last.
    openMemory: async () => ({ ...createFakeServerMemory(), flush: async () => stop.abort() }),
  };
  const hooks = await open(createHost({ state }));
  await approveAll(hooks);
  expect(await hooks.enter(ECHO, stop.signal)).toMatchObject([{ hook: 'echo', status: 'success' }]);
  expect(stop.signal.aborted).toBe(true);
});

it('starts nothing where it is stopped before', async () => {
  const { createHost, open } = await createTestWorkspace();
  let asked = 0;
  const hooks = await open(createHost({ approve: async () => asked++ === 0 }));
  await hooks.close();
  await expect(hooks.enter(ECHO)).rejects.toMatchObject({ code: 'interrupted' });
  expect(asked).toBe(0);
});
