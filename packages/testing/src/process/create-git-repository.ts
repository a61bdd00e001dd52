import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real git repository in a folder of its own, with `main` as its first branch. */
export interface TestRepository {
  readonly folder: string;
  /** Runs git here and gives what it printed, without the last line end; throws where it fails. */
  git(...args: readonly string[]): string;
  write(path: string, text: string): void;
  /** Commits a change of `file.txt` and gives the commit. */
  commit(message: string): string;
  /** Another folder of the same kind, beside this one. */
  beside(name: string): TestRepository;
  /** Removes everything, the folders beside it too. */
  remove(): void;
}

/** The environment of git in tests: no configuration of this machine, and a user called `Ada Test`. */
export const GIT_TEST_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada Test',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada Test',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  // Submodules and pushes between folders of a test.
  GIT_ALLOW_PROTOCOL: 'file',
};

/** Makes a repository with `git init`; nothing is committed yet. */
export function createGitRepository(): TestRepository {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-git-')));
  const repository = openRepository(top, 'repository');
  mkdirSync(repository.folder);
  repository.git('init', '-q', '-b', 'main');
  return repository;
}

function openRepository(top: string, name: string): TestRepository {
  const folder = join(top, name);
  let changes = 0;

  function git(...args: readonly string[]): string {
    const output = execFileSync('git', args, {
      cwd: folder,
      env: { ...GIT_TEST_ENVIRONMENT },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    return output.trimEnd();
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  return {
    folder,
    git,
    write,
    commit(message) {
      changes += 1;
      write('file.txt', `${name} ${changes}\n${message}\n`);
      git('add', 'file.txt');
      git('commit', '-q', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    beside: (other) => openRepository(top, other),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
}
