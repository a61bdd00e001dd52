import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { createWorkspace, type Workspace } from './create-workspace.ts';
import { gitIn, initRepository } from './git-in.ts';
import { WAIT_MS } from './watch-hooks.ts';

/** How git ended. */
export interface GitEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A workspace whose repository has hooks of git, as a person made them and as `toolyard hooks install` adds to them. */
export interface InstalledWorkspace extends Workspace {
  /** Runs git as a program does that has none of the variables of a terminal: no PATH, no HOME. */
  git(...words: readonly string[]): GitEnd;
  /** The same in another folder. */
  gitAt(folder: string, ...words: readonly string[]): GitEnd;
  /** Makes a commit without files, by which git is expected to end well; gives its id. */
  commit(message: string, ...words: readonly string[]): string;
  /** Writes a program into the repository. */
  writeProgram(path: string, text: string): void;
  install(...words: readonly string[]): Promise<void>;
  uninstall(): Promise<void>;
  /** Resolves when nothing runs any more that a hook of git has started. */
  quiet(): Promise<void>;
}

const GIT = '/usr/bin/git';

/** A workspace with a repository of one commit, and no hooks of git. */
export function createInstalled(): InstalledWorkspace {
  // Whoever runs git does not say where the state is; the installed hooks have to know.
  const workspace = createWorkspace({ stateInside: true });
  const { folder, hooks } = workspace;
  initRepository(folder);
  const marker = `TOOLYARD_TEST_GIT=${folder}`;
  const quiet = (): Promise<void> => waitUntil(() => findProcesses(marker).length === 0, WAIT_MS);
  onTestFinished(quiet);

  function gitAt(place: string, ...words: readonly string[]): GitEnd {
    const env = { TOOLYARD_TEST_GIT: folder };
    const { status, stdout, stderr, error } = spawnSync(GIT, words, {
      cwd: place,
      env,
      encoding: 'utf8',
      timeout: WAIT_MS,
    });
    expect(error).toBeUndefined();
    return { status, stdout, stderr };
  }
  async function run(...words: readonly string[]): Promise<void> {
    const { code, stderr } = await hooks(...words);
    expect(code, stderr).toBe(0);
  }
  return {
    ...workspace,
    git: (...words) => gitAt(folder, ...words),
    gitAt,
    commit(message, ...words) {
      expect(gitAt(folder, 'commit', '--quiet', '--allow-empty', '-m', message, ...words)).toMatchObject({ status: 0 });
      return gitIn(folder, 'rev-parse', 'HEAD');
    },
    writeProgram(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      chmodSync(join(folder, path), 0o755);
    },
    install: (...words) => run('install', ...words),
    uninstall: () => run('uninstall'),
    quiet,
  };
}
