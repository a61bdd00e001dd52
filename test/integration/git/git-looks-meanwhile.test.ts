import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemDelay } from '@toolyard/node';
import { GIT_TEST_ENVIRONMENT } from '@toolyard/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openGitLooks, type GitLooks } from './open-git-looks.ts';

let looks: GitLooks;
beforeEach(async () => void (looks = await openGitLooks()));
afterEach(() => looks.repository.remove());

const run = promisify(execFile);

/** What a person does in one go, with commits that can be told apart. */
const STEPS: readonly (readonly string[])[] = [
  ['commit', '-q', '--allow-empty', '-m', 'one'],
  ['switch', '-q', '-c', 'feature'],
  ['commit', '-q', '--allow-empty', '-m', 'two'],
  ['commit', '-q', '--amend', '--allow-empty', '-m', 'two again'],
  ['branch', '-m', 'renamed'],
  ['commit', '-q', '--allow-empty', '-m', 'three'],
  ['switch', '-q', 'main'],
  ['checkout', '-q', 'HEAD~1'],
  ['commit', '-q', '--allow-empty', '-m', 'four'],
  ['switch', '-q', 'main'],
  ['merge', '-q', '--no-ff', '--no-edit', 'renamed'],
  ['rebase', '-q', '--force-rebase', 'HEAD~1'],
  ['branch', '-m', 'renamed', 'feature'],
  ['reset', '-q', '--hard', 'HEAD~1'],
  ['branch', '-D', 'feature'],
];

async function doSteps(): Promise<void> {
  for (const args of STEPS) {
    await run('git', args, { cwd: looks.repository.folder, env: { ...GIT_TEST_ENVIRONMENT } });
  }
}

it('finds the same while git is at work as afterwards', { timeout: 120_000 }, async () => {
  looks.commit('first');
  await looks.look();
  for (let round = 0; round < 5; round += 1) {
    const before = new Map(looks.marks);
    const meanwhile: unknown[] = [];
    const work = { isDone: false };
    const working = doSteps().finally(() => (work.isDone = true));
    while (!work.isDone) meanwhile.push(...(await looks.look()));
    await working;
    meanwhile.push(...(await looks.look()));
    looks.marks.clear();
    for (const [key, mark] of before) looks.marks.set(key, mark);
    expect(meanwhile).toEqual(await looks.look());
    expect(meanwhile).toHaveLength(11);
  }
});

it('waits for HEAD to follow the log to a new branch, which begins at the same commit', async () => {
  const commit = looks.commit('first');
  await looks.look();
  looks.git('switch', '-q', '-c', 'feature');
  const head = join(looks.repository.folder, '.git', 'HEAD');
  writeFileSync(head, 'ref: refs/heads/main\n');
  const looking = looks.look();
  await systemDelay(50);
  writeFileSync(head, 'ref: refs/heads/feature\n');
  expect(await looking).toEqual([['git.branch-changed', { commit, branch: 'feature', oldBranch: 'main' }]]);
});
