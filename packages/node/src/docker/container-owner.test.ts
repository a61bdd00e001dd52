import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createOwner, resolveOwnerState, type OwnerState } from './container-owner.ts';

function judge(owner: string | undefined, state = 'running'): OwnerState {
  return resolveOwnerState({ labels: owner === undefined ? {} : { 'dev.toolyard.owner': owner }, state });
}

/** This process as it would be called in another pid namespace. */
function elsewhere(): string {
  const [host, , pid, start] = createOwner().split('/');
  return [host, 'another-boot:1', pid, start].join('/');
}

describe('resolveOwnerState', () => {
  it('finds the process that owns a container while it runs, and not after', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)']);
    await once(child, 'spawn');
    const owner = createOwner(child.pid);
    expect(judge(owner)).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(judge(owner)).toBe('gone');
  });

  it.skipIf(process.platform !== 'linux')('is not misled by another process that has the number now', () => {
    const [host, space, pid] = createOwner().split('/');
    expect(judge([host, space, pid, '1'].join('/'))).toBe('gone');
  });

  it('does not take a process that it cannot see for gone, while its container runs or is about to', () => {
    expect(['running', 'created', 'paused', ''].map((state) => judge(elsewhere(), state))).toEqual(
      Array.from({ length: 4 }, () => 'unknown'),
    );
    expect(['exited', 'dead'].map((state) => judge(elsewhere(), state))).toEqual(['gone', 'gone']);
  });

  it.each(['', 'x', `other-machine/a:1/${process.pid}/1`, `other-machine/${process.pid}/1`])(
    'knows nothing of %j',
    (owner) => {
      expect(judge(owner)).toBe('unknown');
      expect(judge(owner, 'exited')).toBe('unknown');
    },
  );

  it('takes a container of an earlier version, which says nothing of namespaces, for unknown while it runs', () => {
    expect(judge(`${hostname()}/1/1`)).toBe('unknown');
  });

  it('takes one that nobody says is theirs for left', () => expect(judge(undefined)).toBe('gone'));
});
