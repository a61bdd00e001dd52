import { createFakeMachine } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { foldJournal } from './fold-journal.ts';
import type { JournalEntry } from './journal.ts';
import { openCompactingJournal } from './open-compacting-journal.ts';

function life(index: number): readonly JournalEntry[] {
  const event = { id: 'same', name: 'manual', at: index, context: {}, chain: [] } as const;
  const run = `r${index}`;
  return [
    { type: 'taken', event, runs: [{ id: run, hook: 'a' }], marks: { [`m${index % 3}`]: index } },
    { type: 'started', run, repeatable: false },
    { type: 'ended', run },
  ];
}

describe('openCompactingJournal', () => {
  it.each([3000, 4000])('writes the journal anew and loses nothing that is written meanwhile (%i)', async (first) => {
    const machine = createFakeMachine();
    const replace = async (entries: readonly JournalEntry[]): Promise<void> => {
      if (first < 4000) await new Promise((resolve) => setImmediate(resolve));
      await machine.journal.replace(entries);
    };
    const journal = await openCompactingJournal({ ...machine.journal, replace });
    const open: JournalEntry[] = Array.from({ length: 50 }, (_, index) => ({
      type: 'taken',
      event: { id: `open${index}`, name: 'manual', at: 0, context: {}, chain: [] },
      runs: [{ id: `o${index}`, hook: 'a' }],
    }));
    const live = async (index: number): Promise<void> => {
      for (const entry of life(index)) await journal.append([entry]);
      if (index % 80 === 0) await journal.append(open.slice(index / 80, index / 80 + 1));
    };
    const all = Array.from({ length: 4000 }, (_, index) => index);
    await Promise.all(all.slice(0, first).map(live));
    // The journal is being written anew by now.
    await Promise.all(all.slice(first).map(live));
    expect(machine.renewals).toBeGreaterThan(0);
    expect(machine.entries.length).toBeLessThan(9000);
    const onDisk = foldJournal(machine.entries);
    expect([...onDisk.runs.keys()]).toEqual([...journal.state.runs.keys()]);
    expect(onDisk.runs.size).toBe(50);
    expect(onDisk.marks).toEqual(journal.state.marks);
  });

  it('makes a long journal short when it is opened', async () => {
    const machine = createFakeMachine();
    await machine.journal.append(Array.from({ length: 100 }, (_, index) => life(index)).flat());
    const { state } = await openCompactingJournal(machine.journal);
    expect(machine.entries).toEqual([
      { type: 'marked', marks: { m0: 99, m1: 97, m2: 98 } },
      { type: 'taken', event: { id: 'same', name: 'manual', at: 99, context: {}, chain: [] }, runs: [] },
    ]);
    expect(state.marks.get('m0')).toBe(99);
  });

  it('leaves a short one alone', async () => {
    const machine = createFakeMachine();
    await machine.journal.append(life(1));
    await openCompactingJournal(machine.journal);
    expect(machine.renewals).toBe(0);
  });

  it('changes nothing when it cannot write, and goes on when it can again', async () => {
    const machine = createFakeMachine();
    const journal = await openCompactingJournal(machine.journal);
    machine.fail(new Error('full'));
    await expect(journal.append(life(1))).rejects.toThrow('full');
    expect(journal.state.marks.size).toBe(0);
    machine.fail(undefined);
    await journal.append(life(2));
    expect(journal.state.marks.size).toBe(1);
  });

  it('goes on with the long journal when a short one cannot be written', async () => {
    const machine = createFakeMachine();
    const replace = (): Promise<never> => Promise.reject(new Error('full'));
    const journal = await openCompactingJournal({ ...machine.journal, replace });
    await journal.append(Array.from({ length: 3000 }, (_, index) => life(index)).flat());
    await journal.append(life(3000));
    expect(machine.entries).toHaveLength(9003);
  });
});
