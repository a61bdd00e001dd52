import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from './create-workspace.ts';
import { ALL, rename, runOf, seed } from './file-hooks.ts';
import { byText, LIMIT, noted, ranByText, watchAgain, watchHooks } from './watch-hooks.ts';

describe('what happens to files', LIMIT, () => {
  it('is told once each, with exactly the paths, and stands in the log', async () => {
    const workspace = createWorkspace();
    seed(workspace, 'src/a.md', 'src/gone.md', 'src/old name.md', 'src/replaced.md', 'README.md');
    seed(workspace, 'src/folder/b.md', 'src/folder/deep/c.md');
    const watched = await watchHooks(workspace, ...ALL);
    workspace.write('src/a.md', 'second');
    workspace.write('src/new/er/é "ü" $(x).md', 'new');
    rmSync(join(workspace.folder, 'src/gone.md'));
    rename(workspace, 'src/old name.md', 'src/new name.md');
    rename(workspace, 'src/folder', 'src/moved');
    // As editors save: a new file takes the place of the old one.
    workspace.write('src/.replaced.swp', 'the next version');
    rename(workspace, 'src/.replaced.swp', 'src/replaced.md');
    // Nothing that the hooks ask for.
    workspace.write('README.md', 'second');
    mkdirSync(join(workspace.folder, 'src/empty folder'));
    const texts = byText([
      'saved src/a.md',
      'created src/new/er/é "ü" $(x).md',
      'saved src/new/er/é "ü" $(x).md',
      'deleted src/gone.md',
      'renamed src/old name.md to src/new name.md',
      'renamed src/folder/b.md to src/moved/b.md',
      'renamed src/folder/deep/c.md to src/moved/deep/c.md',
      'saved src/replaced.md',
    ]);
    await watched.untilCalls(texts.length);
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(noted(...texts));
    expect(ranByText(runs)).toEqual(texts.map((text) => runOf(workspace, text)));
    expect(runs.filter(({ attempts }) => attempts === 0)).toMatchObject([
      {
        hook: 'saved',
        status: 'skipped',
        reason: 'path does not match src/**',
        event: { name: 'file.saved', context: { path: 'README.md' } },
        chain: [],
      },
    ]);
  });

  it('is found by the next watch where nothing watched', async () => {
    const workspace = createWorkspace();
    seed(workspace, 'src/a.md', 'src/gone.md', 'src/old.md', 'src/folder/b.md', 'src/still.md');
    const first = await (await watchHooks(workspace, ...ALL)).end();
    expect(first).toEqual({ calls: [], runs: [] });
    workspace.write('src/a.md', 'second');
    workspace.write('src/new.md', 'new');
    workspace.write('src/passing.md', 'here');
    rmSync(join(workspace.folder, 'src/passing.md'));
    rmSync(join(workspace.folder, 'src/gone.md'));
    rename(workspace, 'src/old.md', 'src/young.md');
    rename(workspace, 'src/folder', 'src/moved');
    const texts = byText([
      'saved src/a.md',
      'created src/new.md',
      'saved src/new.md',
      'deleted src/gone.md',
      'renamed src/old.md to src/young.md',
      'renamed src/folder/b.md to src/moved/b.md',
    ]);
    const again = await watchAgain(workspace);
    await again.untilCalls(texts.length);
    const { calls, runs } = await again.end();
    expect(byText(calls)).toEqual(noted(...texts));
    expect(ranByText(runs)).toEqual(texts.map((text) => runOf(workspace, text)));
    const last = await (await watchAgain(workspace)).end();
    expect(last.calls).toEqual(calls);
    expect(last.runs).toEqual(runs);
  });
});
