import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, test } from 'vitest';
import type { TreeWatchOptions } from './tree-watch.ts';
import { giveWatchedFolder, type WatchedFolder } from '../../test/watched-folder.ts';

const it = test.extend({ tree: giveWatchedFolder });

async function waitForPath(tree: WatchedFolder, path: string): Promise<void> {
  await waitUntil(() => tree.told().flat().includes(path), 20_000);
}

describe('watchTree in a repository', () => {
  it.concurrent.for<[string, Partial<TreeWatchOptions>]>([
    ['with notices', {}],
    ['without notices', { startWatch: () => ({ close: () => undefined }) }],
  ])('holds changes back while the lock of git is there, %s', async ([_what, options], { tree }) => {
    tree.git('init', '-q');
    await tree.startAfresh(options);
    await tree.write('.git/index.lock', '');
    const looks: unknown[] = [];
    for (const path of ['a.md', 'b.md']) {
      await tree.write(path);
      looks.push(tree.watch?.look());
      // Without the lock it would be told by then.
      await new Promise((resolve) => void setTimeout(resolve, 600));
      expect(tree.told()).toEqual([]);
    }
    await rm(join(tree.root, '.git/index.lock'));
    await Promise.all(looks);
    expect(tree.told()).toEqual([['a.md', 'b.md']]);
  });

  it.concurrent('does not wait for a lock that was left behind, nor for longer than it may', async ({ tree }) => {
    tree.git('init', '-q');
    await tree.startAfresh({ maxUnsettledMs: 1000 });
    await tree.write('.git/index.lock', '');
    await tree.write('a.md');
    await waitForPath(tree, 'a.md');
    await utimes(join(tree.root, '.git/index.lock'), 1, 1);
    await tree.write('b.md');
    await waitForPath(tree, 'b.md');
    expect(tree.told()).toEqual([['a.md'], ['b.md']]);
  });

  it.concurrent('does not tell what was left out before it settled', async ({ tree }) => {
    tree.git('init', '-q');
    await tree.startAfresh({ settleMs: 1000 });
    await tree.write('out/a.js');
    await tree.write('b.md');
    // By then they are seen, but have not settled.
    await new Promise((resolve) => void setTimeout(resolve, 300));
    await tree.write('.gitignore', 'out/\n');
    await waitForPath(tree, '.gitignore');
    expect(tree.told().flat()).toEqual(['b.md', '.gitignore']);
  });

  it('tells a checkout as one batch', async ({ tree }) => {
    await tree.makeBranches(50);
    await tree.startAfresh();
    for (const [at, branch] of ['main', 'other'].entries()) {
      tree.git('checkout', '-q', branch);
      await waitUntil(() => tree.batches.length > at, 20_000);
      await tree.watch?.look();
    }
    expect(tree.batches.map((batch) => batch.length)).toEqual([50, 50]);
  });

  it('leaves out what git ignores, and follows a change of the rules', async ({ tree }) => {
    tree.git('init', '-q');
    await tree.write('.gitignore', 'dist/\n*.log\n');
    await tree.write('sub/.gitignore', '!keep.log\n');
    for (const path of ['a.md', 'a.log', 'sub/keep.log', 'dist/x.js', 'node_modules/x.js']) await tree.write(path);
    await tree.start();
    expect(tree.told()).toEqual([['.gitignore', 'a.md', 'node_modules/x.js', 'sub/.gitignore', 'sub/keep.log']]);
    tree.batches = [];
    await tree.write('dist/y.js');
    await tree.write('.gitignore', 'node_modules/\n*.md\n');
    await waitForPath(tree, 'dist/y.js');
    expect(tree.told()).toEqual([['.gitignore', 'a.log', 'dist/x.js', 'dist/y.js']]);
    await tree.write('dist/z.js');
    await waitForPath(tree, 'dist/z.js');
    await rm(join(tree.root, 'a.md'));
    await tree.write('.git/info/exclude', 'dist/\n');
    await tree.write('dist/z.js', 'changed after it was left out');
    await tree.watch?.look();
    expect(tree.told().slice(1)).toEqual([['dist/z.js']]);
  });

  it('leaves out node_modules where there is no git, until there is', async ({ tree }) => {
    await tree.write('node_modules/x.js');
    await tree.write('a.md');
    await tree.start();
    expect(tree.told()).toEqual([['a.md']]);
    tree.git('init', '-q');
    await waitForPath(tree, 'node_modules/x.js');
  });

  it('goes by the rules of the repository that the tree lies in', async ({ tree }) => {
    tree.git('init', '-q');
    await tree.write('.gitignore', 'app/*.log\n/out/\n');
    for (const path of ['app/a.log', 'app/a.md', 'app/node_modules/x.js', 'out/a.md', 'out/node_modules/x.js']) {
      await tree.write(path);
    }
    const top = tree.root;
    tree.root = join(top, 'app');
    await tree.start();
    expect(tree.told()).toEqual([['a.md', 'node_modules/x.js']]);
    tree.watch?.close();
    tree.batches = [];
    tree.root = join(top, 'out');
    await tree.start();
    expect(tree.told()).toEqual([['a.md']]);
  });

  it('leaves out what editors drop and what the user ignores everywhere, unless the workspace takes it back in', async ({
    tree,
  }) => {
    tree.git('init', '-q');
    const globalIgnore = join(tree.folder, 'ignore');
    await writeFile(globalIgnore, '\uFEFF*.scratch\n');
    const dropped = ['.a.md.swp', '.swo', '.#a.md', '#a.md#', 'a.md~', 'deep/.DS_Store', 'a.scratch'];
    for (const path of [...dropped, 'film.swf', 'a#', '4913', 'kept/b~', 'kept/b.scratch']) await tree.write(path);
    await tree.write('kept/.gitignore', '!*~\n!*.scratch\n');
    await tree.start({ globalIgnore });
    expect(tree.told()).toEqual([['4913', 'a#', 'film.swf', 'kept/.gitignore', 'kept/b.scratch', 'kept/b~']]);
  });

  it('goes by the rules of the repository where a link leads into it', async ({ tree }) => {
    tree.git('init', '-q');
    await tree.write('.gitignore', '*.log\n');
    await tree.write('app/.gitignore', '!kept.log\n');
    for (const path of ['app/a.log', 'app/kept.log', 'app/node_modules/x.js']) await tree.write(path);
    await symlink(join(tree.root, 'app'), join(tree.folder, 'link'));
    await tree.start({ root: join(tree.folder, 'link') });
    expect(tree.told()).toEqual([['.gitignore', 'kept.log', 'node_modules/x.js']]);
  });

  it('lets nobody wait who asked before it was closed in the middle of a look', async ({ tree }) => {
    tree.git('init', '-q');
    await tree.start({
      startWatch: (watched) => {
        if (watched === join(tree.root, '.git')) tree.watch?.close();
        return { close: () => undefined };
      },
    });
    await tree.watch?.look();
    expect(tree.told()).toEqual([]);
  });
});
