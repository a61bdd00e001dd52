import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pictureOf, pictureOfAged } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createInstalled } from './create-installed.ts';
import { expectGitAsEver } from './expect-git-as-ever.ts';
import { gitIn } from './git-in.ts';
import { LIMIT, watchHooks } from './watch-hooks.ts';

describe('installed git hooks', LIMIT, () => {
  it('tell the commits of a worktree to the workspace that it is', async () => {
    const { folder, git, gitAt, hooks, install, quiet } = createInstalled();
    await install();
    const tree = join(dirname(folder), 'tree');
    git('worktree', 'add', '--quiet', '-b', 'tree', tree);
    await quiet();
    expect(gitAt(tree, 'commit', '--quiet', '--allow-empty', '-m', 'there').status).toBe(0);
    await quiet();
    expect((await hooks('log', '--workspace', tree)).stderr).toContain('1 event waits for the next Toolyard');
    expect((await hooks('log')).stderr).not.toContain('the next Toolyard');
  });

  it('let git run the hooks of husky, of lefthook and of a folder in the project as ever, and leave them as they were', async () => {
    const { folder, write, writeProgram, commit, install, uninstall, quiet, git } = createInstalled();
    const ran = join(folder, '..', 'ran');
    const note = (what: string): string => `echo '${what}' "$@" >> '${ran}'\n`;
    const layouts: [string, () => void][] = [
      [
        '.git/hooks',
        () => {
          // One that calls a program by the name of the hook, as lefthook writes it.
          writeProgram(
            '.git/hooks/post-commit',
            `#!/bin/sh\n\ncall()\n{\n  ${note('lefthook')}}\n\ncall run "post-commit" "$@"\n`,
          );
        },
      ],
      [
        '.husky/_',
        () => {
          // Husky's: each hook reads one file, which finds the hook of the project by the name that it was called by.
          write('.husky/_/.gitignore', '*');
          writeProgram('.husky/_/post-commit', '#!/usr/bin/env sh\n. "$(dirname "$0")/h"');
          write('.husky/_/h', 'name=$(basename "$0")\nsh -e "$(dirname "$(dirname "$0")")/$name" "$@"\nexit $?\n');
          write('.husky/post-commit', note('husky'));
          git('config', 'core.hooksPath', '.husky/_');
        },
      ],
      [
        '.githooks',
        () => {
          writeProgram('.githooks/post-commit', `#!/bin/sh\n${note('own')}`);
          git('config', 'core.hooksPath', '.githooks');
        },
      ],
    ];
    const told: string[] = [];
    for (const [place, make] of layouts) {
      make();
      const before = pictureOfAged(join(folder, place));
      await install();
      told.push(commit(`in ${place}`));
      await quiet();
      await uninstall();
      expect(pictureOf(join(folder, place))).toEqual(before);
    }
    expect(readFileSync(ran, 'utf8')).toBe('lefthook run post-commit\nhusky\nown\n');
    expect(told).toHaveLength(3);
  });
});

describe('installed git hooks', LIMIT, () => {
  it('end a hook that commits when there is a commit', async () => {
    const workspace = createInstalled();
    const { folder, commit, install, quiet } = workspace;
    await install();
    const parameters = { command: 'git', args: ['commit', '--quiet', '--allow-empty', '-m', 'again after {message}'] };
    const commits = { id: 'commits', trigger: { event: 'git.committed' }, action: { type: 'custom', parameters } };
    const watched = await watchHooks(workspace, commits);
    commit('one');
    await watched.untilRuns(1, ({ status }) => status === 'refused');
    await quiet();
    const { runs } = await watched.end();
    const count = Number(gitIn(folder, 'rev-list', '--count', 'HEAD'));
    // One for each run that succeeded, besides the first and that of the person.
    expect(count).toBe(2 + runs.filter(({ status }) => status === 'success').length);
    expect(count).toBeLessThanOrEqual(13);
  });

  it.each(['broken', 'missing'] as const)('let git work as ever where Toolyard is %s', (toolyard) =>
    expectGitAsEver(toolyard),
  );
});

it('git hooks are not installed where they would be committed, or be those of all repositories', LIMIT, async () => {
  const { folder, git, hooks, writeProgram } = createInstalled();
  writeProgram('.githooks/post-commit', '#!/bin/sh\n');
  git('add', '.githooks');
  git('config', 'core.hooksPath', '.githooks');
  const refused = await hooks('install');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is part of the project') });
  const json = await hooks('install', '--yes', '--json');
  expect(JSON.parse(json.stdout)).toEqual({
    workspace: folder,
    folder: join(folder, '.githooks'),
    hooks: [
      { name: 'post-commit', change: 'lines added' },
      { name: 'post-merge', change: 'made' },
      { name: 'post-applypatch', change: 'made' },
      { name: 'post-checkout', change: 'made' },
      { name: 'pre-push', change: 'made' },
    ],
  });
  const elsewhere = await hooks('install', '--workspace', dirname(folder));
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('is not in a git repository') });
});
