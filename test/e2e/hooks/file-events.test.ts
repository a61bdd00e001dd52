import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { byText, LIMIT, noted, noteRun, ranByText, watchAgain, watchHooks } from './watch-hooks.ts';

const ON = { paths: ['src/**'] };
/** One hook for each thing that can happen to a file, so that it shows which of them did. */
const ALL = [
  noteHook('saved', { event: 'file.saved', ...ON }, 'saved {path}'),
  noteHook('created', { event: 'file.created', ...ON }, 'created {path}'),
  noteHook('deleted', { event: 'file.deleted', ...ON }, 'deleted {path}'),
  noteHook('renamed', { event: 'file.renamed', ...ON }, 'renamed {oldPath} to {path}'),
];

function seed(workspace: Workspace, ...paths: readonly string[]): void {
  for (const path of paths) workspace.write(path, `${path}, first`);
}

function rename({ folder }: Workspace, from: string, to: string): void {
  renameSync(join(folder, from), join(folder, to));
}

/** The run that gave such a text, as it has to stand in the log. */
function runOf(workspace: Workspace, text: string): object {
  const [, hook = '', oldPath, path] = /^(\w+) (?:(.+) to )?(.+)$/.exec(text) ?? [];
  const context = oldPath === undefined ? { path } : { path, oldPath };
  return noteRun(workspace, { hook, name: `file.${hook}`, context, text });
}

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
