import { setImmediate as turn } from 'node:timers/promises';
import type { EventName, NewEvent, Trigger } from '@toolyard/hooks';
import { createHook } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import type { Duty, Folder, ShownHook } from '../folder/folder.ts';
import { createEventTeller } from './create-event-teller.ts';

const ENDED: NewEvent = { name: 'task.ended', values: { task: 'build' } };

function shown(event: EventName, conditions: Trigger['if'] = {}): ShownHook {
  const hook = createHook('a', { trigger: { event, if: conditions } });
  const known = { hook, source: 'user', file: '/hooks.json' } as const;
  const resolved = {
    known,
    approval: 'not needed',
    hash: 'x',
    servers: [],
    redact: (value: unknown) => value,
  } as const;
  return { resolved, state: 'enabled', findings: [] };
}

/** A window with this folder alone. */
function only<Told extends Pick<Folder, 'onChange'>>(folder: Told) {
  return { list: () => [folder], onChange: (listener: () => void) => folder.onChange(listener) };
}

describe('an event of the editor', () => {
  it.each<Duty>([
    { kind: 'here' },
    { kind: 'elsewhere' },
    { kind: 'starting' },
    { kind: 'blocked', message: 'Approve the servers.' },
  ])('is told where hooks run or will: $kind', async (duty) => {
    const folder = createFakeFolder({ duty, hooks: [shown('task.ended')] });
    await createEventTeller(only(folder), expect.fail).tell(folder, [ENDED]);
    expect(folder.calls).toEqual([`tell ${JSON.stringify([[ENDED]])}`]);
  });

  it.each<Duty>([{ kind: 'untrusted' }, { kind: 'off' }, { kind: 'no hooks' }])(
    'is told to nobody where no hook runs: $kind',
    async (duty) => {
      const folder = createFakeFolder({ duty, hooks: [shown('task.ended')] });
      await createEventTeller(only(folder), expect.fail).tell(folder, [ENDED]);
      expect(folder.calls).toEqual([]);
    },
  );

  it('is told to a folder that is an object of a class', async () => {
    class OwnFolder {
      readonly name = 'own';
      readonly path = '/own';
      readonly told: NewEvent[] = [];
      readonly #state = createFakeFolder({ hooks: [shown('task.ended')] }).state();
      state() {
        return this.#state;
      }
      onChange() {
        return () => void this.#state;
      }
      async tell(events: readonly NewEvent[]) {
        this.told.push(...events);
      }
    }
    const folder = new OwnFolder();
    await createEventTeller(only(folder), expect.fail).tell(folder, [ENDED]);
    expect(folder.told).toEqual([ENDED]);
  });

  it('is told to nobody where no hook waits for it', async () => {
    const folder = createFakeFolder({ hooks: [shown('terminal.ended')] });
    await createEventTeller(only(folder), expect.fail).tell(folder, [ENDED]);
    expect(folder.calls).toEqual([]);
  });

  it('is told where a hooks file is wrong: a hook may wait for it', async () => {
    const finding = { file: 'a', line: 1, column: 1, path: '$', message: 'Wrong', severity: 'error' } as const;
    const folder = createFakeFolder({ findings: [finding] });
    await createEventTeller(only(folder), expect.fail).tell(folder, [ENDED]);
    expect(folder.calls).toHaveLength(1);
  });

  it('waits until the hooks are read', async () => {
    const folder = createFakeFolder({ duty: { kind: 'starting' } });
    const telling = createEventTeller(only(folder), expect.fail).tell(folder, [ENDED]);
    folder.set({ isLooking: true });
    await turn();
    expect(folder.calls).toEqual([]);
    folder.set({ duty: { kind: 'here' }, hooks: [shown('task.ended')] });
    await telling;
    expect(folder.calls).toHaveLength(1);
  });

  it('is told to the object that takes the place of its folder meanwhile, and to nobody where the folder is gone', async () => {
    const [before, after] = [createFakeFolder({ duty: { kind: 'starting' } }), createFakeFolder()];
    after.set({ hooks: [shown('task.ended')] });
    let current = [before];
    const listeners = new Set<() => void>();
    const folders = {
      list: () => current,
      onChange(listener: () => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const teller = createEventTeller(folders, expect.fail);
    for (const next of [[after], []]) {
      current = [before];
      const telling = teller.tell(before, [ENDED]);
      current = next;
      for (const listener of listeners) listener();
      await telling;
    }
    expect([before.calls, after.calls]).toEqual([[], [`tell ${JSON.stringify([[ENDED]])}`]]);
    expect(listeners.size).toBe(0);
  });

  it('waits no longer than the extension lives', async () => {
    const folder = createFakeFolder({ duty: { kind: 'starting' } });
    const teller = createEventTeller(only(folder), expect.fail);
    const telling = teller.tell(folder, [ENDED]);
    teller.dispose();
    await telling;
    expect(folder.calls).toEqual([]);
  });

  it('is one of many that are entered in parts', async () => {
    const sizes: number[] = [];
    const folder = createFakeFolder(
      { hooks: [shown('task.ended')] },
      { tell: async (events) => void sizes.push(events.length) },
    );
    await createEventTeller(only(folder), expect.fail).tell(
      folder,
      Array.from({ length: 120 }, () => ENDED),
    );
    expect(sizes).toEqual([50, 50, 20]);
  });

  it('is left out of thousands where no hook would run for it', async () => {
    const told: NewEvent[] = [];
    const hook = shown('task.ended', { exitCode: { not: 0 } });
    const folder = createFakeFolder({ hooks: [hook] }, { tell: async (events) => void told.push(...events) });
    const failed: NewEvent = { name: 'task.ended', values: { task: 'build', exitCode: 1 } };
    const fine: NewEvent = { name: 'task.ended', values: { task: 'build', exitCode: 0 } };
    await createEventTeller(only(folder), expect.fail).tell(folder, [
      ...Array.from({ length: 5000 }, () => fine),
      failed,
    ]);
    expect(told).toEqual([failed]);
    // Of few, the log says why.
    await createEventTeller(only(folder), expect.fail).tell(folder, [fine]);
    expect(told).toEqual([failed, fine]);
  });

  it('leads to one warning where it cannot be entered', async () => {
    const warnings: string[] = [];
    const tell = () => Promise.reject(new Error('the disk is full'));
    const folder = createFakeFolder({ hooks: [shown('task.ended')] }, { tell });
    const teller = createEventTeller(only(folder), (message) => warnings.push(message));
    await teller.tell(folder, [ENDED]);
    await teller.tell(folder, [ENDED]);
    expect(warnings).toEqual(['The hooks of "shop" were not told what happened in the editor: the disk is full']);
  });
});
