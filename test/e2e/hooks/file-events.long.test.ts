import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from './create-workspace.ts';
import { ALL, rename, runOf, seed } from './file-hooks.ts';
import { byText, LIMIT, noted, watchHooks } from './watch-hooks.ts';

describe('what happens to files', LIMIT, () => {
  it('is told in its order for one file, whatever the hook', async () => {
    const workspace = createWorkspace();
    const watched = await watchHooks(workspace, ...ALL);
    // A new file is saved too; which of the two hooks comes first is open.
    workspace.write('src/a.md', '1');
    await watched.untilCalls(2);
    workspace.write('src/a.md', '22');
    await watched.untilCalls(3);
    rename(workspace, 'src/a.md', 'src/b.md');
    await watched.untilCalls(4);
    rmSync(join(workspace.folder, 'src'), { recursive: true });
    await watched.untilCalls(5);
    const { calls, runs } = await watched.end();
    const texts = ['saved src/a.md', 'renamed src/a.md to src/b.md', 'deleted src/b.md'];
    expect(byText(calls.slice(0, 2))).toEqual(noted('created src/a.md', 'saved src/a.md'));
    expect(calls.slice(2)).toEqual(noted(...texts));
    expect(runs.slice(2)).toEqual(texts.map((text) => runOf(workspace, text)));
    expect(runs).toHaveLength(5);
  });

  it('is told for what a file settles as, not for every write', async () => {
    const workspace = createWorkspace();
    seed(workspace, 'src/a.md', 'src/b.md', 'src/c.md', 'src/left.md', 'src/right.md');
    const watched = await watchHooks(workspace, ...ALL);
    for (let version = 0; version < 10; version += 1) workspace.write('src/a.md', `version ${version}`);
    workspace.write('src/passing.md', 'here');
    rmSync(join(workspace.folder, 'src/passing.md'));
    rename(workspace, 'src/b.md', 'src/between.md');
    rename(workspace, 'src/between.md', 'src/final.md');
    rename(workspace, 'src/c.md', 'src/aside.md');
    rename(workspace, 'src/aside.md', 'src/c.md');
    rename(workspace, 'src/left.md', 'src/aside.md');
    rename(workspace, 'src/right.md', 'src/left.md');
    rename(workspace, 'src/aside.md', 'src/right.md');
    await watched.untilCalls(4);
    const { calls } = await watched.end();
    expect(byText(calls)).toEqual(
      noted('renamed src/b.md to src/final.md', 'saved src/a.md', 'saved src/left.md', 'saved src/right.md'),
    );
  });

  it('does not count where .gitignore leaves the file out, also as it changes', async () => {
    const workspace = createWorkspace();
    workspace.write('.gitignore', '*.tmp\nsrc/out/\n');
    mkdirSync(join(workspace.folder, '.git'));
    const watched = await watchHooks(workspace, ...ALL);
    workspace.write('src/a.tmp', '');
    workspace.write('src/out/b.md', '');
    workspace.write('src/.git/c.md', '');
    workspace.write('src/in.md', '');
    await watched.untilCalls(2);
    workspace.write('.gitignore', '*.tmp\n');
    await watched.untilCalls(4);
    const { calls } = await watched.end();
    expect(byText(calls.slice(0, 2))).toEqual(noted('created src/in.md', 'saved src/in.md'));
    expect(byText(calls.slice(2))).toEqual(noted('created src/out/b.md', 'saved src/out/b.md'));
  });
});
