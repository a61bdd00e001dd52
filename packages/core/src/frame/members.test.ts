import { describe, expect, it } from 'vitest';
import { Members, type Member } from './members.ts';

const member = (name: string, start = 0): Member => ({
  name,
  start,
  end: start + 1,
  members: undefined,
  next: undefined,
});

describe('Members', () => {
  it.each([3, 16, 17, 500])('finds each of %i by its name, and no other', (count) => {
    const members = new Members();
    for (let index = 0; index < count; index++) expect(members.add(member(`m${index}`, index))).toBe(true);
    for (let index = 0; index < count; index++) expect(members.get(`m${index}`)?.start).toBe(index);
    expect(members.get('other')).toBeUndefined();
    expect(members.has('toString')).toBe(false);
    expect(members.size).toBe(count);
    expect([...members].map(({ start }) => start)).toEqual([...Array(count).keys()]);
  });

  it.each([3, 500])('takes no name twice, also as one of %i', (count) => {
    const members = new Members();
    for (let index = 0; index < count; index++) members.add(member(`m${index}`, index));
    expect(members.add(member('m1', 900))).toBe(false);
    expect(members.get('m1')?.start).toBe(1);
    expect(members.size).toBe(count);
  });

  it('takes no more than fit into the memory', () => {
    const members = new Members();
    for (let index = 0; index < 100_000; index++) members.add(member(`m${index}`, index));
    expect(members.add(member('one more'))).toBe(false);
  });
});
