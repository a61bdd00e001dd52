import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WatchedFolder } from '../../test/watched-folder.ts';

let tree: WatchedFolder;
beforeEach(async () => {
  tree = await WatchedFolder.make();
});
afterEach(() => tree.remove());

describe('watchTree', () => {
  it('tells 10,000 changes', async () => {
    await tree.startAfresh();
    const paths = await tree.writeMany(10_000);
    await waitUntil(() => tree.batches.flat().length >= 10_000, 60_000);
    expect(tree.told().flat().toSorted()).toEqual(paths.toSorted());
  });

  it('tells a checkout of 500 files as one batch', async () => {
    await tree.makeBranches(500);
    await tree.startAfresh();
    for (const [at, branch] of ['main', 'other'].entries()) {
      tree.git('checkout', '-q', branch);
      await waitUntil(() => tree.batches.length > at, 60_000);
      await tree.watch?.look();
    }
    expect(tree.batches.map((batch) => batch.length)).toEqual([500, 500]);
  });
});
