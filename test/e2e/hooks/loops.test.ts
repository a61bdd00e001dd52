import { describe, expect, it } from 'vitest';
import { createApproved, scriptHook } from './approved-workspace.ts';
import { noteHook } from './create-workspace.ts';
import {
  ended,
  expectEnded,
  expectEnteringRefused,
  expectGoesOn,
  expectRefusedAtOnce,
  LIMIT_MS,
  of,
  other,
  saved,
  watchWith,
  WRITE,
} from './watch-loops.ts';

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
  it('is refused at once, for a hook that waits for its own end', () =>
    expectRefusedAtOnce([noteHook('a', ended('a'), '{event}')], 'loop: a → a'));

  it.each(['fire', 'run'] as const)('is refused at once, for a program that enters it by "hooks %s"', (command) =>
    expectEnteringRefused(command),
  );

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
