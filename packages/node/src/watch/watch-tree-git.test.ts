import { execFileSync } from 'node:child_process';
import { rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TreeWatchOptions } from './tree-watch.ts';
import { WatchedFolder } from '../../test/watched-folder.ts';

let tree: WatchedFolder;
beforeEach(async () => {
  tree = await WatchedFolder.make();
});
afterEach(() => tree.remove());

async function waitForPath(path: string): Promise<void> {
  await waitUntil(() => tree.told().flat().includes(path), 20_000);
}

function git(...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  return execFileSync('git', ['-C', tree.root, ...args], { env, encoding: 'utf8', stdio: 'pipe' });
}

describe('watchTree in a repository', () => {
  it('tells a checkout of 500 files as one batch', async () => {
    git('init', '-q', '-b', 'main');
    for (let count = 0; count < 400; count++)
      await tree.write(`folder-${count % 20}/file-${count}.md`, `main ${count}`);
    git('add', '.');
    git('commit', '-qm', 'main');
    git('checkout', '-qb', 'other');
    for (let count = 0; count < 300; count++)
      await tree.write(`folder-${count % 20}/file-${count}.md`, `other! ${count}`);
    for (let count = 300; count < 400; count++) await rm(join(tree.root, `folder-${count % 20}/file-${count}.md`));
    for (let count = 400; count < 500; count++)
      await tree.write(`new-${count % 10}/file-${count}.md`, `other! ${count}`);
    git('add', '-A');
    git('commit', '-qm', 'other');
    await tree.startAfresh();
    git('checkout', '-q', 'main');
    await waitUntil(() => tree.batches.length > 0, 20_000);
    await tree.watch?.look();
    expect(tree.batches.map((batch) => batch.length)).toEqual([500]);
    git('checkout', '-q', 'other');
    await waitUntil(() => tree.batches.length > 1, 20_000);
    await tree.watch?.look();
    expect(tree.batches.map((batch) => batch.length)).toEqual([500, 500]);
  });

  it.each<[string, Partial<TreeWatchOptions>]>([
    ['with notices', {}],
    ['without notices', { startWatch: () => ({ close: () => undefined }) }],
  ])('holds changes back while the lock of git is there, %s', async (_what, options) => {
    git('init', '-q');
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

  it('does not wait for a lock that was left behind, nor for longer than it may', async () => {
    git('init', '-q');
    await tree.startAfresh({ maxUnsettledMs: 1000 });
    await tree.write('.git/index.lock', '');
    await tree.write('a.md');
    await waitForPath('a.md');
    await utimes(join(tree.root, '.git/index.lock'), 1, 1);
    await tree.write('b.md');
    await waitForPath('b.md');
    expect(tree.told()).toEqual([['a.md'], ['b.md']]);
  });

  it('leaves out what git ignores, and follows a change of the rules', async () => {
    git('init', '-q');
    await tree.write('.gitignore', 'dist/\n*.log\n');
    await tree.write('sub/.gitignore', '!keep.log\n');
    for (const path of ['a.md', 'a.log', 'sub/keep.log', 'dist/x.js', 'node_modules/x.js']) await tree.write(path);
    await tree.start();
    expect(tree.told()).toEqual([['.gitignore', 'a.md', 'node_modules/x.js', 'sub/.gitignore', 'sub/keep.log']]);
    tree.batches = [];
    await tree.write('dist/y.js');
    await tree.write('.gitignore', 'node_modules/\n*.md\n');
    await waitForPath('dist/y.js');
    expect(tree.told()).toEqual([['.gitignore', 'a.log', 'dist/x.js', 'dist/y.js']]);
    await tree.write('dist/z.js');
    await waitForPath('dist/z.js');
    await rm(join(tree.root, 'a.md'));
    await tree.write('.git/info/exclude', 'dist/\n');
    await tree.write('dist/z.js', 'changed after it was left out');
    await tree.watch?.look();
    expect(tree.told().slice(1)).toEqual([['dist/z.js']]);
  });

  it('does not tell what was left out before it settled', async () => {
    git('init', '-q');
    await tree.startAfresh({ settleMs: 1000 });
    await tree.write('out/a.js');
    await tree.write('b.md');
    // By then they are seen, but have not settled.
    await new Promise((resolve) => void setTimeout(resolve, 300));
    await tree.write('.gitignore', 'out/\n');
    await waitForPath('.gitignore');
    expect(tree.told().flat()).toEqual(['b.md', '.gitignore']);
  });

  it('leaves out node_modules where there is no git, until there is', async () => {
    await tree.write('node_modules/x.js');
    await tree.write('a.md');
    await tree.start();
    expect(tree.told()).toEqual([['a.md']]);
    git('init', '-q');
    await waitForPath('node_modules/x.js');
  });

  it('goes by the rules of the repository that the tree lies in', async () => {
    git('init', '-q');
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

  it('leaves out what editors drop and what the user ignores everywhere, unless the workspace takes it back in', async () => {
    git('init', '-q');
    const globalIgnore = join(tree.folder, 'ignore');
    await writeFile(globalIgnore, '\uFEFF*.scratch\n');
    const dropped = ['.a.md.swp', '.swo', '.#a.md', '#a.md#', 'a.md~', 'deep/.DS_Store', 'a.scratch'];
    for (const path of [...dropped, 'film.swf', 'a#', '4913', 'kept/b~', 'kept/b.scratch']) await tree.write(path);
    await tree.write('kept/.gitignore', '!*~\n!*.scratch\n');
    await tree.start({ globalIgnore });
    expect(tree.told()).toEqual([['4913', 'a#', 'film.swf', 'kept/.gitignore', 'kept/b.scratch', 'kept/b~']]);
  });

  it('goes by the rules of the repository where a link leads into it', async () => {
    git('init', '-q');
    await tree.write('.gitignore', '*.log\n');
    await tree.write('app/.gitignore', '!kept.log\n');
    for (const path of ['app/a.log', 'app/kept.log', 'app/node_modules/x.js']) await tree.write(path);
    await symlink(join(tree.root, 'app'), join(tree.folder, 'link'));
    await tree.start({ root: join(tree.folder, 'link') });
    expect(tree.told()).toEqual([['.gitignore', 'kept.log', 'node_modules/x.js']]);
  });

  it('lets nobody wait who asked before it was closed in the middle of a look', async () => {
    git('init', '-q');
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
