import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGitRepository, GIT_TEST_ENVIRONMENT, type TestRepository } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locateGlobalIgnore } from './locate-global-ignore.ts';

let repository: TestRepository;
let homeDir: string;
beforeEach(() => {
  repository = createGitRepository();
  homeDir = repository.beside('home').folder;
  mkdirSync(homeDir);
});
afterEach(() => repository.remove());

function locate(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { PATH: GIT_TEST_ENVIRONMENT['PATH'], HOME: homeDir, GIT_CONFIG_NOSYSTEM: '1', ...more };
  return locateGlobalIgnore(repository.folder, { env, homeDir });
}

describe('locateGlobalIgnore', () => {
  it('gives the file that git itself looks for where none is set', async () => {
    expect(await locate()).toBe(join(homeDir, '.config', 'git', 'ignore'));
    expect(await locate({ XDG_CONFIG_HOME: '/settings' })).toBe('/settings/git/ignore');
    expect(await locate({ XDG_CONFIG_HOME: '', PATH: '/nonexistent' })).toBe(join(homeDir, '.config', 'git', 'ignore'));
  });

  it('gives the file that is set for the user, or for the repository', async () => {
    writeFileSync(join(homeDir, '.gitconfig'), '[core]\n\texcludesFile = ~/.ignored\n');
    expect(await locate({ XDG_CONFIG_HOME: '/settings' })).toBe(join(homeDir, '.ignored'));
    repository.git('config', 'core.excludesFile', 'own/ignored');
    expect(await locate()).toBe(join(repository.folder, 'own', 'ignored'));
  });
});
