import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createTestWorkspace, ECHO } from '../../test/create-test-workspace.ts';

const WAIT_MS = 20_000;

it('closes although a person never answers', async () => {
  const { createHost, open } = await createTestWorkspace();
  const asked: AbortSignal[] = [];
  const approve = (_written: unknown, signal: AbortSignal): Promise<boolean> =>
    new Promise(() => void asked.push(signal));
  for (const how of ['watch', 'enter'] as const) {
    const hooks = await open(createHost({ approve }));
    const before = asked.length;
    const work = how === 'watch' ? hooks.watch() : hooks.enter(ECHO);
    const outcome = work.then(
      () => 'resolved',
      (error: unknown) => error,
    );
    await waitUntil(() => asked.length > before, WAIT_MS);
    await hooks.close();
    expect(await outcome).toEqual(how === 'watch' ? 'resolved' : expect.objectContaining({ code: 'interrupted' }));
    expect(asked.at(-1)?.aborted).toBe(true);
  }
});
