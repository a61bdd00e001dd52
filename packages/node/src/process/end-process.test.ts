import { describe, expect, it } from 'vitest';
import { endProcess } from './end-process.ts';
import type { ProcessTrees } from './process-trees.ts';

interface Rig {
  readonly done: string[];
  end(): Promise<boolean>;
}

function createRig({ exits, diesOf }: { exits: boolean; diesOf?: 'SIGTERM' | 'SIGKILL' | 'nothing' }): Rig {
  const done: string[] = [];
  let alive = diesOf !== undefined;
  const trees: ProcessTrees = {
    isAlive: () => Promise.resolve(alive),
    signal(pid, signal) {
      done.push(`${signal} ${pid}`);
      if (signal === diesOf) alive = false;
    },
  };
  const exited = exits ? Promise.resolve() : new Promise(() => undefined);
  return {
    done,
    end: () =>
      endProcess({ pid: 42, exited, closeInput: () => done.push('input closed') }, trees, {
        graceMs: 20,
        killLimitMs: 50,
      }),
  };
}

describe('endProcess', () => {
  it('signals nobody where all leave by themselves', async () => {
    const { done, end } = createRig({ exits: true });
    expect(await end()).toBe(true);
    expect(done).toEqual(['input closed']);
  });

  it('asks those that are left, and signals no more once they are gone', async () => {
    const { done, end } = createRig({ exits: true, diesOf: 'SIGTERM' });
    expect(await end()).toBe(true);
    expect(done).toEqual(['input closed', 'SIGTERM 42']);
  });

  it('forces those that do not leave', async () => {
    const { done, end } = createRig({ exits: false, diesOf: 'SIGKILL' });
    expect(await end()).toBe(true);
    expect(done).toEqual(['input closed', 'SIGTERM 42', 'SIGKILL 42']);
  });

  it('tells where the system does not end one', async () => {
    expect(await createRig({ exits: true, diesOf: 'nothing' }).end()).toBe(false);
  });
});
