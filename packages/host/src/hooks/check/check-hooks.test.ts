import { expect, it } from 'vitest';
import { createTestWorkspace } from '../../../test/create-test-workspace.ts';
import { openUncheckedHooks } from '../read/open-hooks.ts';
import { checkHooks, type CheckHooksOptions } from './check-hooks.ts';

const RUN = { type: 'custom', parameters: { command: 'ls' } };

async function check(hook: object, options?: CheckHooksOptions): Promise<readonly string[]> {
  const { createHost, writeHooks, workspace, config } = await createTestWorkspace();
  await writeHooks([{ id: 'a', ...hook }]);
  const opened = await openUncheckedHooks(createHost(), { config, workspace });
  return checkHooks(opened, options).map(({ path, message }) => `${path}: ${message}`);
}

it.each(['task.ended', 'terminal.ended', 'diagnostics.changed'] as const)(
  'warns of %s where nobody tells of it, and not in a program that does',
  async (event) => {
    const hook = { trigger: { event }, action: RUN };
    expect(await check(hook)).toEqual([expect.stringContaining(`The event "${event}" comes from`)]);
    expect(await check(hook, { tells: ['manual'] })).toHaveLength(1);
    expect(await check(hook, { tells: [event] })).toEqual([]);
  },
);

it('warns of a chat where there is none', async () => {
  const action = { type: 'agent', parameters: { operation: 'chat', prompt: 'Hi' } };
  const hook = { trigger: { event: 'manual' }, action };
  expect(await check(hook)).toEqual([expect.stringContaining('works only in an editor')]);
  expect(await check(hook, { hasChat: true })).toEqual([]);
});
