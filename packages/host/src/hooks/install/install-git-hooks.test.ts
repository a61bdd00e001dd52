import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createGitRepository,
  GIT_TEST_ENVIRONMENT,
  pictureOf,
  pictureOfAged,
  waitUntil,
  type TestRepository,
} from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findReplacedGitHooks } from './find-replaced-git-hooks.ts';
import { installGitHooks, type InstalledGitHook } from './install-git-hooks.ts';
import { locateGitHooks, type GitHooksPlace } from './locate-git-hooks.ts';
import { uninstallGitHooks } from './uninstall-git-hooks.ts';

const NAMES = ['post-commit', 'post-merge', 'post-applypatch', 'post-checkout', 'pre-push'];

interface Installing extends TestRepository {
  /** Where git looks for hooks. */
  readonly hooks: string;
  /** What was told to Toolyard, a line each. */
  told(): string[];
  place(workspace?: string): Promise<GitHooksPlace>;
  install(workspace?: string): Promise<readonly InstalledGitHook[]>;
  uninstall(workspace?: string): ReturnType<typeof uninstallGitHooks>;
  putHook(name: string, text: string, mode?: number): void;
}

/** A repository with a commit, and a program in the place of Toolyard that writes down what it is told. */
function createRepository(hooks = join('.git', 'hooks')): Installing {
  const repository = createGitRepository();
  const { folder } = repository;
  // What git started in the background may still write.
  onTestFinished(() => rm(dirname(folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  repository.commit('first');
  const script = join(folder, '..', "the program's file.sh");
  const record = `${script}.told`;
  writeFileSync(script, `printf '%s\\n' "$*|$GIT_DIR|$TOOLYARD_STATE_DIR" >> ${JSON.stringify(record)}\n`);
  const place = (workspace = '.'): Promise<GitHooksPlace> =>
    locateGitHooks({ env: GIT_TEST_ENVIRONMENT }, join(folder, workspace));
  const program = { interpreter: '/bin/sh', script, stateDir: '/the state' };
  return {
    ...repository,
    hooks: join(folder, hooks),
    told: () => (existsSync(record) ? readFileSync(record, 'utf8').split('\n').slice(0, -1) : []),
    place,
    install: async (workspace) => installGitHooks(await place(workspace), program),
    uninstall: async (workspace) => uninstallGitHooks(await place(workspace)),
    putHook(name, text, mode = 0o755) {
      mkdirSync(join(folder, hooks), { recursive: true });
      writeFileSync(join(folder, hooks, name), text, 'latin1');
      chmodSync(join(folder, hooks, name), mode);
      utimesSync(join(folder, hooks, name), 1_600_000_000.5, 1_600_000_000.5);
    },
  };
}

const changesOf = (hooks: readonly InstalledGitHook[]): Record<string, string> =>
  Object.fromEntries(hooks.map(({ name, change }) => [name, change]));

describe('installed git hooks', () => {
  it('tell Toolyard of a commit, a merge, a checkout and a push, with nothing of git in the environment', async () => {
    const { install, git, commit, told, beside } = createRepository();
    await install();
    const second = commit('second');
    await waitUntil(() => told().length === 1);
    git('checkout', '-q', '-b', 'side');
    await waitUntil(() => told().length === 2);
    git('init', '-q', '--bare', '../bare.git');
    git('push', '-q', beside('bare.git').folder, 'side');
    await waitUntil(() => told().length === 3, 20_000);
    const fire = (event: string, data: string): string =>
      `hooks fire ${event} --no-wait --from-git --data ${data} --workspace ./.||/the state`;
    expect(told().slice(0, 2)).toEqual([
      fire('git.committed', `commit=${second}`),
      fire('git.branch-changed', `commit=${second}`),
    ]);
    expect(told()[2]).toMatch(/^hooks fire git\.pushed --no-wait --from-git --data since:=\d+ --workspace/);
  });

  it('are looked for without running what the repository names', async () => {
    const { place, git, folder } = createRepository();
    const ran = join(folder, '..', 'ran');
    writeFileSync(join(folder, '..', 'monitor.sh'), `#!/bin/sh\ntouch ${JSON.stringify(ran)}\n`, { mode: 0o755 });
    mkdirSync(join(folder, 'tracked'));
    writeFileSync(join(folder, 'tracked', 'file'), '');
    git('add', 'tracked');
    git('config', 'core.hooksPath', 'tracked');
    git('config', 'core.fsmonitor', join(folder, '..', 'monitor.sh'));
    expect(await place()).toMatchObject({ folder: join(folder, 'tracked'), isTracked: true });
    expect(existsSync(ran)).toBe(false);
    git('ls-files');
    expect(existsSync(ran)).toBe(true);
  });

  it('are not installed for a folder whose name would be lines of the script', async () => {
    const { install, folder, hooks } = createRepository();
    const name = "a\ntouch pwned\n'";
    mkdirSync(join(folder, name));
    await expect(install(name)).rejects.toThrow('has a line break in its name. Rename the folder, then try again.');
    expect(existsSync(join(hooks, 'toolyard-fire'))).toBe(false);
  });

  it('are the same when they are installed twice', async () => {
    const { install, hooks } = createRepository();
    expect(changesOf(await install())).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'made'])));
    const once = pictureOf(hooks);
    delete once['toolyard-fire'];
    expect(changesOf(await install())).toEqual(Object.fromEntries(NAMES.map((name) => [name, 'unchanged'])));
    expect(pictureOf(hooks)).toMatchObject(once);
  });

  const KEPT: [string, string, number, string][] = [
    ['a script of the shell', '#!/bin/sh\necho "$0 $*"\n', 0o755, 'lines added'],
    ['one of bash, by env and strict', '#!/usr/bin/env bash\nset -euo pipefail\ntrue', 0o700, 'lines added'],
    ['one without a first line', 'true\n', 0o755, 'lines added'],
    ['one with nothing but a first line', '#!/bin/sh', 0o755, 'lines added'],
    ['one with ends of lines as Windows has them', '#!/bin/sh\r\ntrue\r\n', 0o755, 'lines added'],
    ['one in no encoding', '#!/bin/sh\n: \xe9\xff\n', 0o755, 'lines added'],
    ['a script of another language', '#!/usr/bin/env node\nprocess.exit(0);\n', 0o755, 'wrapped'],
    ['a program', '\x7fELF\0\0', 0o755, 'wrapped'],
    ['one that git does not run', '#!/bin/sh\nexit 1\n', 0o644, 'wrapped'],
    ['an empty one', '', 0o755, 'wrapped'],
  ];
  it.each(KEPT)('leave no trace of themselves in %s', async (_, text, mode, change) => {
    const { install, uninstall, putHook, hooks } = createRepository();
    putHook('post-commit', text, mode);
    const before = pictureOfAged(hooks);
    expect(changesOf(await install())).toMatchObject({ 'post-commit': change });
    await install();
    expect(pictureOf(hooks)).not.toEqual(before);
    expect(await uninstall()).toMatchObject({ hooks: [{ name: 'post-commit', change: 'restored' }, {}, {}, {}, {}] });
    expect(pictureOf(hooks)).toEqual(before);
    expect(await uninstall()).toBeUndefined();
  });

  it.each(['../../scripts/hook', 'missing'])(
    'keep a link, which is none of theirs to follow: to %s',
    async (target) => {
      const { install, uninstall, hooks, write, folder, commit } = createRepository();
      write('scripts/hook', '#!/bin/sh\necho ran >> ran.txt\n');
      chmodSync(join(folder, 'scripts', 'hook'), 0o755);
      symlinkSync(target, join(hooks, 'post-commit'));
      lutimesSync(join(hooks, 'post-commit'), 1_600_000_000.5, 1_600_000_000.5);
      const [before, script] = [pictureOfAged(hooks), pictureOf(join(folder, 'scripts'))];
      await install();
      commit('second');
      expect(existsSync(join(folder, 'ran.txt'))).toBe(target !== 'missing');
      await uninstall();
      expect(pictureOf(hooks)).toEqual(before);
      expect(pictureOf(join(folder, 'scripts'))).toEqual(script);
    },
  );

  it.each([
    ['of the shell', '#!/bin/sh\ncat > got.txt; echo "$@" >> got.txt; echo said >&2; exit 3\n'],
    [
      'of another language',
      `#!${process.execPath}\nconst fs = require('fs');\nfs.writeFileSync('got.txt', fs.readFileSync(0, 'utf8') + process.argv.slice(2).join(' ') + '\\n'); console.error('said'); process.exit(3);\n`,
    ],
  ])('let a hook %s refuse a push as before, with its input, words and output', async (_, text) => {
    const { install, putHook, folder, git } = createRepository();
    git('init', '-q', '--bare', '../bare.git');
    git('remote', 'add', 'origin', '../bare.git');
    putHook('pre-push', text);
    const push = (): unknown => {
      rmSync(join(folder, 'got.txt'), { force: true });
      const { status, stderr, stdout } = spawnSync('git', ['push', 'origin', 'main'], {
        cwd: folder,
        env: GIT_TEST_ENVIRONMENT,
        encoding: 'utf8',
      });
      return { status, stderr, stdout, got: readFileSync(join(folder, 'got.txt'), 'utf8') };
    };
    const before = push();
    expect(before).toMatchObject({
      status: 1,
      got: expect.stringMatching(/^refs\/heads\/main \w+ refs\/heads\/main 0+\norigin/),
    });
    await install();
    expect(push()).toEqual(before);
  });

  it('do not run a hook that git did not run', async () => {
    const { install, putHook, folder, commit } = createRepository();
    putHook('post-commit', '#!/bin/sh\ntouch ran.txt\n', 0o644);
    await install();
    commit('second');
    expect(existsSync(join(folder, 'ran.txt'))).toBe(false);
  });

  it('take only their own lines away where somebody has changed a hook meanwhile', async () => {
    const { install, uninstall, putHook, hooks } = createRepository();
    putHook('post-commit', '#!/bin/sh\necho before\n');
    putHook('pre-push', '#!/usr/bin/env node\n');
    await install();
    for (const name of ['post-commit', 'post-merge', 'pre-push']) {
      writeFileSync(join(hooks, name), `${readFileSync(join(hooks, name), 'utf8')}echo edited\n`);
    }
    expect(await uninstall()).toEqual({
      hooks: [
        { name: 'post-commit', change: 'edited' },
        { name: 'post-merge', change: 'edited' },
        { name: 'post-applypatch', change: 'removed' },
        { name: 'post-checkout', change: 'removed' },
        { name: 'pre-push', change: 'edited', kept: join(hooks, 'toolyard-kept', 'pre-push') },
      ],
    });
    expect(readFileSync(join(hooks, 'post-commit'), 'utf8')).toBe('#!/bin/sh\necho before\necho edited\n');
    expect(readFileSync(join(hooks, 'post-merge'), 'utf8')).toBe('#!/bin/sh\necho edited\n');
    expect(readFileSync(join(hooks, 'toolyard-kept', 'pre-push'), 'utf8')).toBe('#!/usr/bin/env node\n');
  });

  it('leave a hook alone that somebody has replaced meanwhile, and know of it', async () => {
    const { install, uninstall, putHook, hooks, folder } = createRepository();
    const replaced = (): Promise<readonly string[]> => findReplacedGitHooks({ env: GIT_TEST_ENVIRONMENT }, folder);
    putHook('post-commit', '#!/usr/bin/env node\n');
    expect(await replaced()).toEqual([]);
    await install();
    expect(await replaced()).toEqual([]);
    putHook('post-commit', 'LEFTHOOK\n');
    rmSync(join(hooks, 'pre-push'));
    expect(await replaced()).toEqual(['post-commit', 'pre-push']);
    expect(await uninstall()).toMatchObject({
      hooks: [{ change: 'not installed', kept: join(hooks, 'toolyard-kept', 'post-commit') }, {}, {}, {}, {}],
    });
    expect(readFileSync(join(hooks, 'post-commit'), 'utf8')).toBe('LEFTHOOK\n');
  });

  it('are nowhere where one of them cannot be written', async () => {
    const { install, putHook, hooks } = createRepository();
    putHook('post-commit', '#!/bin/sh\ntrue\n');
    putHook('pre-push', '#!/usr/bin/env node\n');
    putHook('toolyard-kept', 'in its place');
    const before = pictureOfAged(hooks);
    await expect(install()).rejects.toMatchObject({ code: 'file-not-written' });
    expect(pictureOf(hooks)).toEqual(before);
  });

  it('serve several workspaces of a repository, and stay for those that are left', async () => {
    const { install, uninstall, write, commit, told, hooks } = createRepository();
    write("it's here/x.txt", '');
    const before = pictureOfAged(hooks);
    await install();
    await install("it's here");
    commit('second');
    await waitUntil(() => told().length === 2, 20_000);
    expect(told().map((line) => line.replace(/.*--workspace /, ''))).toEqual([
      './.||/the state',
      "./it's here||/the state",
    ]);
    expect(await uninstall()).toEqual({ left: ["it's here"] });
    expect(await uninstall()).toBeUndefined();
    await uninstall("it's here");
    expect(pictureOf(hooks)).toEqual(before);
  });

  it('make the folder of hooks where there is none, and take it away again', async () => {
    const { install, uninstall, hooks, folder } = createRepository();
    rmSync(hooks, { recursive: true });
    await install();
    expect(lstatSync(hooks).mode & 0o777).toBe(0o755);
    await uninstall();
    expect(existsSync(hooks)).toBe(false);
    expect(existsSync(join(folder, '.git'))).toBe(true);
  });
});

describe('the folder of git hooks', () => {
  it('is that of the whole repository in a worktree', async () => {
    const { git, hooks, beside } = createRepository();
    git('worktree', 'add', '-q', '../linked');
    const place = await locateGitHooks({ env: GIT_TEST_ENVIRONMENT }, beside('linked').folder);
    expect(place).toEqual({ folder: hooks, workspace: '.', isTracked: false });
  });

  it('is where core.hooksPath of the repository says', async () => {
    const { git, folder, place, write } = createRepository();
    git('config', 'core.hooksPath', '.githooks');
    expect(await place()).toEqual({ folder: join(folder, '.githooks'), workspace: '.', isTracked: false });
    write('.githooks/pre-commit', '');
    git('add', '.');
    expect(await place()).toMatchObject({ isTracked: true });
    git('config', 'core.hooksPath', '/elsewhere/hooks');
    expect(await place()).toMatchObject({ folder: '/elsewhere/hooks', isTracked: false });
    git('config', 'core.hooksPath', '/dev/null');
    await expect(place()).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('is not a folder') });
  });

  it('is none where it is the same for all repositories', async () => {
    const { folder } = createRepository();
    const settings = join(folder, '..', 'gitconfig');
    writeFileSync(settings, '[core]\n\thooksPath = /all/hooks\n');
    const env = { ...GIT_TEST_ENVIRONMENT, GIT_CONFIG_GLOBAL: settings };
    await expect(locateGitHooks({ env }, folder)).rejects.toThrow(
      'core.hooksPath is /all/hooks for all your repositories, so hooks that are installed there would run in each of them. Run "git config core.hooksPath .git/hooks"',
    );
  });

  it('is none without a repository, in a bare one, and without git', async () => {
    const { folder, git, beside } = createRepository();
    git('init', '-q', '--bare', '../bare.git');
    mkdirSync(beside('nothing').folder);
    const at = (env: Readonly<Record<string, string>>, place: string): Promise<GitHooksPlace> =>
      locateGitHooks({ env }, place);
    await expect(at(GIT_TEST_ENVIRONMENT, beside('bare.git').folder)).rejects.toThrow('is a bare repository');
    await expect(at(GIT_TEST_ENVIRONMENT, beside('nothing').folder)).rejects.toThrow('is not in a git repository');
    await expect(at({ PATH: '/nowhere' }, folder)).rejects.toThrow('git was not found');
  });
});

it('writes scripts that a strict shell takes', async () => {
  const { install, hooks } = createRepository();
  await install();
  for (const name of [...NAMES, 'toolyard-fire']) execFileSync('sh', ['-n', join(hooks, name)]);
});
