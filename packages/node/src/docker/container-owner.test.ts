import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { createOwner, findLiveOwner, isOwnerGone } from './container-owner.ts';

it('finds the process that owns a container while it runs, and not after', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)']);
  await once(child, 'spawn');
  const owner = createOwner(child.pid);
  expect(findLiveOwner(owner)).toBe(child.pid);
  expect(isOwnerGone(owner)).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(findLiveOwner(owner)).toBeUndefined();
  expect(isOwnerGone(owner)).toBe(true);
});

it.skipIf(process.platform !== 'linux')('is not misled by another process that has the number now', () => {
  expect(findLiveOwner(`${hostname()}/${process.pid}/1`)).toBeUndefined();
});

it.each([undefined, '', 'x', `other-machine/${process.pid}/1`, `${hostname()}/0x1/1`])(
  'finds no process of %j',
  (owner) => {
    expect(findLiveOwner(owner)).toBeUndefined();
  },
);

it.each([undefined, '', 'other-machine/1/1'])('does not know that %j is gone', (owner) => {
  expect(isOwnerGone(owner)).toBe(false);
});
