import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hooksFolderOf } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';
import { approveHooks, LIMIT, WAIT_MS } from './watch-hooks.ts';

const HOOKS = [
  noteHook('saved', { event: 'file.saved', paths: ['src/**'] }, '{path}'),
  noteHook('hand', { event: 'webhook' }, 'fired'),
];

function stateOf(workspace: Workspace): string {
  return join(homeOf(workspace), '.local/state/toolyard');
}

describe('a state folder that cannot be used', () => {
  // The superuser may write everywhere, so rights would not keep a test from it.
  it.each([
    ['read', (place: string) => writeFileSync(place, '')],
    ['written', (place: string) => symlinkSync(join(dirname(place), 'nowhere/else'), place)],
  ])('is said, and nothing runs: it cannot be %s', LIMIT, async (what, spoil) => {
    const workspace = createWorkspace();
    await approveHooks(workspace, ...HOOKS);
    mkdirSync(stateOf(workspace), { recursive: true });
    spoil(join(stateOf(workspace), 'hooks'));
    workspace.write('src/a.md', '');
    for (const words of [['fire', 'webhook'], ['run', 'hand'], ['watch']]) {
      const { code, stdout, stderr } = await workspace.hooks(...words);
      expect(stderr).toMatch(new RegExp(`^The journal ${stateOf(workspace)}\\S+ could not be ${what}: E\\w+: .+\\n$`));
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
    expect(workspace.calls()).toEqual([]);
  });
});

describe('a disk that is full for a while', () => {
  it.runIf(process.platform === 'linux')('keeps runs from beginning, and loses no change', LIMIT, async () => {
    const workspace = createWorkspace();
    await approveHooks(workspace, ...HOOKS);
    const watch = await workspace.watch();
    const journal = join(await hooksFolderOf(stateOf(workspace), workspace.folder), 'journal.jsonl');
    renameSync(journal, `${journal}.aside`);
    // Whatever is written there meets a full disk.
    symlinkSync('/dev/full', journal);
    workspace.write('src/a.md', 'one');
    await watch.saw('stderr', 'could not be written: ENOSPC: no space left on device, write.');
    const fired = await workspace.hooks('fire', 'webhook');
    expect(fired.stderr).toContain(`The journal ${journal} could not be written: ENOSPC`);
    expect(fired.code).toBe(1);
    expect(workspace.calls()).toEqual([]);
    rmSync(journal);
    renameSync(`${journal}.aside`, journal);
    await waitUntil(() => workspace.calls().length > 0, WAIT_MS);
    expect((await workspace.hooks('fire', 'webhook')).code).toBe(0);
    expect(workspace.calls().map((call) => call.arguments['text'])).toEqual(['src/a.md', 'fired']);
  });
});
