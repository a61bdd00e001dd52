import { createFakeClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { KnownTasks, type NewKnownTask } from './known-tasks.ts';

function open() {
  const clock = createFakeClock();
  let made = 0;
  const known = new KnownTasks<string>({ clock, newId: () => `own-${++made}` });
  const note = (more: Partial<NewKnownTask<string>> = {}): string =>
    known.note({
      server: 'a',
      serverId: '1',
      isStateless: false,
      home: 'h',
      owner: 'x',
      progressToken: undefined,
      ...more,
    });
  return { clock, known, note };
}

describe('known tasks', () => {
  it('have one id each, whoever else has the same name', () => {
    const { known, note } = open();
    expect([note(), note(), note({ server: 'b' }), note({ home: 'other', owner: 'y' })]).toEqual([
      'own-1',
      'own-1',
      'own-2',
      'own-3',
    ]);
    expect(known.find('own-2')).toMatchObject({ server: 'b', serverId: '1' });
    expect(known.find('1')).toBeUndefined();
  });

  it('are not found by a name that two of them have, unless it is known whose is meant', () => {
    const { known, note } = open();
    note();
    note({ home: 'other', owner: 'y' });
    expect(known.findNamed('a', '1')).toBeUndefined();
    expect(known.findNamed('a', '1', { home: 'other' })?.owner).toBe('y');
    expect(known.findNamed('a', '1', { client: 'x' })?.home).toBe('h');
    expect(known.findNamed('a', '1', { client: 'z' })).toBeUndefined();
  });

  it('are 10,000 at most, and the oldest of who has most goes first', () => {
    const { known, note } = open();
    const few = note({ serverId: 'few', home: 'modest' });
    const [first] = Array.from({ length: 10_000 }, (_, index) => note({ serverId: `many-${index}` }));
    expect(known.find(few)).toBeDefined();
    expect(known.find(first ?? '')).toBeUndefined();
    expect(known.ownedBy('x')).toHaveLength(10_000);
  });

  it('are not kept under names without end', () => {
    const { known, note } = open();
    const id = note({ serverId: 'x'.repeat(1001) });
    expect(id).toBe('own-1');
    expect(known.find(id)).toBeUndefined();
    expect(known.find(note({ progressToken: 'x'.repeat(1001) }))?.progressToken).toBeUndefined();
  });

  it('live as long as their server says, but never for less than five minutes', () => {
    const { clock, known, note } = open();
    const [short, long, endless] = [note(), note({ serverId: '2' }), note({ serverId: '3' })];
    known.keepFor(short, 0);
    known.keepFor(long, 400_000);
    known.keepFor(endless, null);
    clock.advance(299_999);
    expect(known.find(short)).toBeDefined();
    clock.advance(1);
    expect(known.find(short)).toBeUndefined();
    clock.advance(100_000);
    expect(known.ownedBy('x').map(({ id }) => id)).toEqual([endless]);
  });

  it('belong to whoever used them last, and to nobody when that one is gone', () => {
    const { known, note } = open();
    const id = note();
    known.adopt(id, 'y');
    expect([known.ownedBy('x'), known.ownedBy('y')]).toMatchObject([[], [{ id }]]);
    known.disown('y');
    expect(known.find(id)).toMatchObject({ owner: undefined, home: 'h' });
  });

  it('are remembered as lost where their server was restarted, which may use their names again', () => {
    const { known, note } = open();
    const [id, other] = [note(), note({ server: 'b' })];
    known.lose('a');
    const again = note();
    expect(again).not.toBe(id);
    expect(known.find(id)?.isLost).toBe(true);
    expect([known.find(again)?.isLost, known.find(other)?.isLost]).toEqual([false, false]);
    known.lose('b', 'other');
    expect(known.find(other)?.isLost).toBe(false);
  });
});
