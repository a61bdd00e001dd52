import { join } from 'node:path';
import type { RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import { approveAll, createApproved, programHook, scriptHook, WAIT_MS, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { expectEnded, expectGoesOn, LIMIT_MS, of, other, saved, watchWith, WRITE } from './watch-loops.ts';

describe('a loop through files', () => {
  it('by a program that writes them ends after ten runs', { timeout: LIMIT_MS }, async () => {
    const workspace = await createApproved([scriptHook('self', saved('loop.txt'), WRITE, 'loop.txt'), other]);
    const watch = await watchWith(workspace, 'loop.txt');
    workspace.write('loop.txt', 'a person');
    const refused = await watch.until(({ status }) => status === 'refused');
    await expectEnded(workspace, refused, ['self']);
    await expectGoesOn(workspace, watch, () => workspace.write('loop.txt', 'a person again'));
  });
});

describe('a loop that is known to be one', () => {
  const ended = (hook: string): object => ({ event: 'hook.ended', if: { hook } });

  it.each([
    ['itself', [noteHook('a', ended('a'), '{event}')], 'loop: a → a'],
    [
      'another one that waits for it',
      [noteHook('a', ended('b'), '{event}'), noteHook('b', ended('a'), '{hook}')],
      'loop: a → b → a',
    ],
  ])('is refused at once, for a hook that waits for the end of %s', async (_title, hooks, reason) => {
    const workspace = await createApproved(hooks);
    const watch = await watchRuns(workspace);
    const refusals = (): RunRecord[] => watch.runs.filter(({ status }) => status === 'refused');
    expect((await workspace.hooks('run', 'a')).code).toBe(0);
    await waitUntil(() => refusals().length === 1, WAIT_MS);
    // It goes on, and a person can have it again.
    expect((await workspace.hooks('run', 'a')).code).toBe(0);
    await waitUntil(() => refusals().length === 2, WAIT_MS);
    expect(workspace.calls()).toHaveLength(2 * hooks.length);
    const runs = of(await workspace.log(), 'a', 'b');
    const refused = runs.filter(({ status }) => status === 'refused');
    expect(refused.map((run) => [run.hook, run.reason])).toEqual([
      ['a', reason],
      ['a', reason],
    ]);
    expect(refused[0]?.chain).toMatchObject(
      runs.slice(0, hooks.length).map(({ hook, id }) => ({ hook, run: id, inferred: false })),
    );
    const { stdout } = await workspace.hooks('log', '--status', 'refused');
    const chain = reason.replace('loop: ', '');
    expect(stdout).toContain(`  a  hook.ended ${chain.split(' → ').at(-2)}  refused: ${reason} (chain: ${chain})\n`);
  });

  it.each(['fire', 'run'])('is refused at once, for a program that enters it by "hooks %s"', async (command) => {
    const script = join(ROOT, 'apps/cli/dist/toolyard.js');
    const workspace = createWorkspace();
    const words = [script, 'hooks', command, command === 'fire' ? 'webhook' : 'self', '--config', workspace.config];
    workspace.writeHooks(programHook('self', { event: 'webhook' }, process.execPath, ...words), other);
    await approveAll(workspace);
    const watch = await watchWith(workspace);
    const fired = await workspace.hooks('fire', 'webhook');
    expect(fired.stdout).toContain('  self  webhook  success');
    const refused = await watch.until(({ status }) => status === 'refused');
    const run = await watch.until(({ hook, status }) => hook === 'self' && status === 'success');
    expect(refused).toMatchObject({ hook: 'self', reason: 'loop: self → self' });
    expect(refused.chain).toMatchObject([{ hook: 'self', run: run?.id, inferred: false }]);
    workspace.write('other.txt', 'a person');
    await watch.until(({ hook, status }) => hook === 'other' && status === 'success');
    expect(of(await workspace.log(), 'self').map(({ status }) => status)).toEqual(['refused', 'success']);
  });

  it('ends without a watch too, and so does the command', async () => {
    const workspace = await createApproved([noteHook('a', ended('b'), 'x'), noteHook('b', ended('a'), 'x')]);
    expect((await workspace.hooks('run', 'b')).code).toBe(0);
    const runs = of(await workspace.log(), 'a', 'b');
    expect(runs.map(({ hook, status, reason }) => [hook, status, reason])).toEqual([
      ['b', 'success', undefined],
      ['a', 'success', undefined],
      ['b', 'refused', 'loop: b → a → b'],
    ]);
  });
});
