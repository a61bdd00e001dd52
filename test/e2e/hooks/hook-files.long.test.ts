import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { writeUserHooks } from './look-at-hooks.ts';
import { byText, LIMIT, noted, ranByText, watchHooks } from './watch-hooks.ts';

const SAVED = { event: 'file.saved', paths: ['src/**'] };

describe('hooks of the user and of the workspace', LIMIT, () => {
  it('run for the same event', async () => {
    const workspace = createWorkspace();
    writeUserHooks(workspace, noteHook('own', SAVED, 'own {path}'));
    const watched = await watchHooks(workspace, noteHook('theirs', SAVED, 'theirs {path}'));
    workspace.write('src/a.md', 'first');
    await watched.untilCalls(2);
    const { calls, runs } = await watched.end();
    expect(byText(calls)).toEqual(noted('own src/a.md', 'theirs src/a.md'));
    expect(ranByText(runs)).toMatchObject([
      { hook: 'own', source: 'user', status: 'success' },
      { hook: 'theirs', source: 'workspace', status: 'success' },
    ]);
  });
});
