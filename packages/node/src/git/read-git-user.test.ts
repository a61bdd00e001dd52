import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { createGitRepository, GIT_TEST_ENVIRONMENT, type TestRepository } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readGitUser } from './read-git-user.ts';

let repository: TestRepository;
beforeEach(() => void (repository = createGitRepository()));
afterEach(() => repository.remove());

const systemUser = userInfo().username;

function writeProgram(folder: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
}

describe('readGitUser', () => {
  it('gives the name that the repository or the user has configured', async () => {
    const home = repository.beside('home').folder;
    mkdirSync(home);
    writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = "Grace \\"Amazing\\" Höpper"\n');
    const env = { PATH: GIT_TEST_ENVIRONMENT['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
    expect(await readGitUser(repository.folder, env)).toBe('Grace "Amazing" Höpper');
    expect(await readGitUser(home, env)).toBe('Grace "Amazing" Höpper');
    repository.git('config', 'user.name', 'Ada of this repository');
    expect(await readGitUser(repository.folder, env)).toBe('Ada of this repository');
  });

  it('gives the name of the system without one, without git, and in a folder that is gone', async () => {
    expect(await readGitUser(repository.folder, GIT_TEST_ENVIRONMENT)).toBe(systemUser);
    expect(await readGitUser(repository.folder, { PATH: '/nonexistent' })).toBe(systemUser);
    expect(await readGitUser(repository.folder, {})).toBe(systemUser);
    expect(await readGitUser(join(repository.folder, 'gone'), GIT_TEST_ENVIRONMENT)).toBe(systemUser);
  });

  it('gives up on a git that does not answer', async () => {
    const folder = repository.beside('slow').folder;
    writeProgram(folder, 'exec sleep 60');
    const env = { PATH: [folder, GIT_TEST_ENVIRONMENT['PATH']].join(delimiter) };
    expect(await readGitUser(repository.folder, env)).toBe(systemUser);
  });

  it('runs nothing of the repository', async () => {
    const ran = join(repository.folder, 'ran');
    writeProgram(repository.folder, `touch '${ran}'; echo Mallory`);
    for (const name of [
      'core.pager',
      'pager.config',
      'core.fsmonitor',
      'core.editor',
      'alias.config',
      'core.sshCommand',
    ]) {
      repository.git('config', name, `touch '${ran}'`);
    }
    repository.git('config', 'user.name', 'Ada');
    const env = { ...GIT_TEST_ENVIRONMENT, PATH: ['.', '', GIT_TEST_ENVIRONMENT['PATH']].join(delimiter) };
    expect(await readGitUser(repository.folder, env)).toBe('Ada');
    expect(existsSync(ran)).toBe(false);
  });
});
