import { rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { createGitRepository, waitUntil, type TestRepository } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitReader } from '../git/create-git-reader.ts';
import { locateRepository, type GitRepository } from '../git/locate-repository.ts';
import { watchGit, type GitWatch, type GitWatchOptions } from './watch-git.ts';

let repository: TestRepository;
let located: GitRepository;
let watched: GitWatch | undefined;
/** The last line of HEAD's log, and how many lines the remote branches have, at each call. */
let seen: string[];
beforeEach(async () => {
  repository = createGitRepository();
  repository.commit('first');
  const found = await locateRepository(repository.folder);
  if (found === undefined) throw new Error('no repository');
  located = found;
  seen = [];
});
afterEach(async () => {
  await watched?.close();
  repository.remove();
});

async function start(more: Partial<GitWatchOptions> = {}): Promise<void> {
  const reader = createGitReader(located);
  watched = watchGit({
    repository: located,
    // Long enough that what is seen is seen by notices of the system.
    lookMs: 600_000,
    async onChange() {
      const state = await reader.read();
      const pushed = [...(state?.remoteLogs.values() ?? [])].flat().length;
      seen.push(`${state?.head.branch}: ${state?.log.at(-1)?.split('\t')[1]}, ${pushed}`);
    },
    onError: (error) => expect(error).toBeUndefined(),
    ...more,
  });
  await watched.ready;
}

/** Without a log and without a lock. */
function pointHeadTo(branch: string): void {
  writeFileSync(join(located.gitDir, 'HEAD'), `ref: refs/heads/${branch}\n`);
}

describe('watchGit', () => {
  it('tells what is there at the start, and then commits, branches and pushes', async () => {
    await start();
    expect(seen).toEqual(['main: commit (initial): first, 0']);
    repository.commit('second');
    await waitUntil(() => seen.includes('main: commit: second, 0'));
    repository.git('switch', '-q', '-c', 'feature/x');
    await waitUntil(() => seen.includes('feature/x: checkout: moving from main to feature/x, 0'));
    repository.git('init', '-q', '--bare', '../origin.git');
    repository.git('remote', 'add', 'origin', '../origin.git');
    repository.git('push', '-q', 'origin', 'main');
    await watched?.look();
    expect(seen.at(-1)).toBe('feature/x: checkout: moving from main to feature/x, 1');
    // The folder of the remote is known now, and watched.
    repository.git('push', '-q', 'origin', 'feature/x~1:main', '--force');
    await waitUntil(() => seen.at(-1)?.endsWith(', 2') === true);
  });

  it('finds by looking what the system does not tell', async () => {
    await start({ lookMs: 50 });
    pointHeadTo('other');
    await waitUntil(() => seen.includes('other: commit (initial): first, 0'));
  });

  it('tells nothing where only the index and files change', async () => {
    await start();
    repository.write('new.txt', '');
    repository.git('add', '.');
    repository.git('status');
    await watched?.look();
    expect(seen).toHaveLength(1);
  });

  it('waits while git holds a lock, but not for ever for one that was left behind', async () => {
    await start();
    const lock = join(located.gitDir, 'index.lock');
    writeFileSync(lock, '');
    repository.git('branch', 'other');
    pointHeadTo('other');
    const looked = watched?.look();
    // Without the lock the look would be over by then.
    expect(await Promise.race([looked?.then(() => 'looked'), delay(500, 'waits')])).toBe('waits');
    pointHeadTo('main');
    rmSync(lock);
    await looked;
    expect(seen).toHaveLength(1);

    writeFileSync(lock, '');
    pointHeadTo('other');
    const startedAt = performance.now();
    await watched?.look();
    expect(seen.at(-1)).toBe('other: commit (initial): first, 0');
    expect(performance.now() - startedAt).toBeGreaterThan(2000);
    pointHeadTo('main');
    const again = performance.now();
    await watched?.look();
    expect(seen.at(-1)).toBe('main: commit (initial): first, 0');
    expect(performance.now() - again).toBeLessThan(2000);
  });

  it('never tells twice at the same time, and what came meanwhile afterwards', async () => {
    let calls = 0;
    let running = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    watched = watchGit({
      repository: located,
      async onChange() {
        calls += 1;
        running += 1;
        expect(running).toBe(1);
        await held;
        running -= 1;
      },
      onError: (error) => expect(error).toBeUndefined(),
    });
    await waitUntil(() => calls === 1);
    repository.commit('second');
    const looks = [watched.look(), watched.look(), watched.look()];
    release();
    await Promise.all(looks);
    expect(calls).toBe(2);
  });

  it('tells again what could not be taken, with the next look', async () => {
    let calls = 0;
    const warnings: unknown[] = [];
    const full = new Error('the disk is full');
    await start({
      onChange: () => {
        calls += 1;
        return calls === 2 ? Promise.reject(full) : Promise.resolve();
      },
      onError: (error) => warnings.push(error),
    });
    repository.commit('second');
    await watched?.look();
    await watched?.look();
    await watched?.look();
    expect({ calls, warnings }).toEqual({ calls: 3, warnings: [full] });
  });

  it('tells nothing after it was closed, and waits for what is going on', async () => {
    await start();
    repository.commit('second');
    const closed = watched?.close();
    await closed;
    const before = seen.length;
    repository.commit('third');
    await watched?.look();
    expect(seen).toHaveLength(before);
  });

  it('goes on when the repository is gone and comes back', async () => {
    await start();
    rmSync(located.gitDir, { recursive: true });
    await watched?.look();
    repository.git('init', '-q', '-b', 'main');
    repository.commit('anew');
    await watched?.look();
    expect(seen.at(-1)).toBe('main: commit (initial): anew, 0');
  });

  it('does not keep a process alive', () => {
    const stdin = {
      contents: `import { watchGit } from './watch-git.ts';
        const [, root, gitDir] = process.argv;
        watchGit({ repository: { root, gitDir, commonDir: gitDir }, onChange: async () => console.log('told'), onError: console.log });`,
      resolveDir: import.meta.dirname,
    };
    const [built] = buildSync({ stdin, bundle: true, platform: 'node', write: false }).outputFiles;
    const args = ['-e', built?.text ?? '', located.root, located.gitDir];
    const run = spawnSync(process.execPath, args, { timeout: 10_000, encoding: 'utf8' });
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: 'told\n' });
  });
});
