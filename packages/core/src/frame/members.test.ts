import { describe, expect, it } from 'vitest';
import { Members } from './members.ts';

const at = (start: number): { start: number; end: number; members: undefined } => ({
  start,
  end: start + 1,
  members: undefined,
});

describe('Members', () => {
  it.each([3, 16, 17, 500])('finds each of %i by its name, and no other', (count) => {
    const members = new Members();
    for (let index = 0; index < count; index++) expect(members.add(`m${index}`, at(index))).toBe(true);
    for (let index = 0; index < count; index++) expect(members.get(`m${index}`)?.start).toBe(index);
    expect(members.get('other')).toBeUndefined();
    expect(members.has('toString')).toBe(false);
    expect(members.size).toBe(count);
    expect([...members].map(([name]) => name)).toEqual([...members.keys()]);
  });

  it.each([3, 500])('takes no name twice, also as one of %i', (count) => {
    const members = new Members();
    for (let index = 0; index < count; index++) members.add(`m${index}`, at(index));
    expect(members.add('m1', at(900))).toBe(false);
    expect(members.get('m1')?.start).toBe(1);
    expect(members.size).toBe(count);
  });

  it('takes no more than fit into the memory', () => {
    const members = new Members();
    for (let index = 0; index < 100_000; index++) members.add(`m${index}`, at(index));
    expect(members.add('one more', at(0))).toBe(false);
  });
});
