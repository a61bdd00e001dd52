import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGitRepository, type TestRepository } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitReader } from './create-git-reader.ts';
import { locateRepository } from './locate-repository.ts';
import { readCommitSubject } from './read-commit-subject.ts';

let repository: TestRepository;
beforeEach(() => void (repository = createGitRepository()));
afterEach(() => repository.remove());

describe('locateRepository', () => {
  it('finds the repository of a folder, of one below it, and through a link', async () => {
    const { folder } = repository;
    const expected = { root: folder, gitDir: join(folder, '.git'), commonDir: join(folder, '.git') };
    expect(await locateRepository(folder)).toEqual(expected);
    repository.write('a/b/c.txt', '');
    expect(await locateRepository(join(folder, 'a', 'b'))).toEqual(expected);
    symlinkSync(join(folder, 'a'), join(folder, '..', 'link'));
    expect(await locateRepository(join(folder, '..', 'link', 'b'))).toEqual(expected);
  });

  it('finds what a linked worktree has of its own and what it shares', async () => {
    repository.commit('first');
    repository.git('worktree', 'add', '-q', '../linked');
    const linked = repository.beside('linked').folder;
    expect(await locateRepository(linked)).toEqual({
      root: linked,
      gitDir: join(repository.folder, '.git', 'worktrees', 'linked'),
      commonDir: join(repository.folder, '.git'),
    });
  });

  it('finds a submodule, and a repository that keeps its files elsewhere', async () => {
    repository.commit('first');
    repository.git('init', '-q', '-b', 'main', '../library');
    repository.beside('library').commit('of the library');
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../library', 'lib');
    const modules = join(repository.folder, '.git', 'modules', 'lib');
    const lib = join(repository.folder, 'lib');
    expect(await locateRepository(lib)).toEqual({ root: lib, gitDir: modules, commonDir: modules });

    repository.git('init', '-q', '--separate-git-dir', '../files of git', '../apart');
    const apart = repository.beside('apart').folder;
    const files = repository.beside('files of git').folder;
    expect(await locateRepository(apart)).toEqual({ root: apart, gitDir: files, commonDir: files });
  });

  it('does not care for core.bare', async () => {
    repository.git('config', 'core.bare', 'true');
    expect(await locateRepository(repository.folder)).toMatchObject({ root: repository.folder });
  });

  it('finds none without git, in a bare repository, or where .git leads nowhere', async () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-no-git-')));
    expect(await locateRepository(top)).toBeUndefined();
    expect(await locateRepository(join(top, 'missing'))).toBeUndefined();
    execFileSync('git', ['init', '-q', '--bare', join(top, 'bare')]);
    expect(await locateRepository(join(top, 'bare'))).toBeUndefined();
    mkdirSync(join(top, 'empty', '.git'), { recursive: true });
    expect(await locateRepository(join(top, 'empty'))).toBeUndefined();
    mkdirSync(join(top, 'file'));
    for (const text of ['', 'gitdir: ../nowhere', 'gitdir:', 'nonsense', '\u0000']) {
      writeFileSync(join(top, 'file', '.git'), text);
      expect(await locateRepository(join(top, 'file'))).toBeUndefined();
    }
    rmSync(top, { recursive: true });
  });

  it('does not wait for a pipe that somebody put in the place of a file', async () => {
    const pipes = repository.beside('pipes').folder;
    mkdirSync(join(pipes, '.git'), { recursive: true });
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(pipes, '.git', 'HEAD')]);
    expect(await locateRepository(pipes)).toBeUndefined();
  });
});

it('takes no time for files of a repository that somebody wrote to keep it busy', async () => {
  const { folder } = repository;
  repository.commit(`first${' \t'.repeat(50_000)}\nsecond`);
  writeFileSync(join(folder, '.git', 'config'), `${'\n\t'.repeat(100_000)}[remote "origin"]\n`);
  repository.write('linked/.git', `gitdir: ${'\t '.repeat(100_000)}:`);
  const start = performance.now();
  const found = await locateRepository(folder);
  const state = found && (await createGitReader(found).read());
  expect(state?.remotes).toEqual(['origin']);
  expect(state?.head.commit && found && (await readCommitSubject(found, state.head.commit))).toBe('first second');
  expect(await locateRepository(join(folder, 'linked'))).toEqual(found);
  expect(performance.now() - start).toBeLessThan(2000);
});
