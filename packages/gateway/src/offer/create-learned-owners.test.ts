import { describe, expect, it } from 'vitest';
import { createLearnedOwners } from './create-learned-owners.ts';

describe('createLearnedOwners', () => {
  it('gives a URI to whoever returned it last', () => {
    const owners = createLearnedOwners();
    owners.learn('a://1', 'one');
    owners.learn('a://1', 'two');
    expect(owners.ownerOf('a://1')).toBe('two');
    expect(owners.ownerOf('a://2')).toBeUndefined();
  });

  it('forgets what was used longest ago', () => {
    const owners = createLearnedOwners(2);
    owners.learn('a://1', 'one');
    owners.learn('a://2', 'one');
    owners.ownerOf('a://1');
    owners.learn('a://3', 'one');
    expect(['a://1', 'a://2', 'a://3'].map((uri) => owners.ownerOf(uri))).toEqual(['one', undefined, 'one']);
  });

  it('does not forget what one server returned because another returned much', () => {
    const owners = createLearnedOwners(3);
    owners.learn('a://1', 'one');
    for (const uri of ['b://1', 'b://2', 'b://3', 'b://4']) owners.learn(uri, 'two');
    expect(['a://1', 'b://1', 'b://2', 'b://3', 'b://4'].map((uri) => owners.ownerOf(uri))).toEqual([
      'one',
      undefined,
      undefined,
      'two',
      'two',
    ]);
  });
});
