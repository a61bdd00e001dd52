import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { approveAll, createApproved, scriptHook, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { LIMIT, WEBHOOK } from './fire-at-servers.ts';
import { writeUserHooks } from './look-at-hooks.ts';
import { expectNobodyBehind, traceOf, tracing } from './tracing-hook.ts';

describe('a workspace that nobody approved', () => {
  it('runs nothing on a replay of what was approved once', LIMIT, async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(tracing(workspace));
    await approveAll(workspace);
    expect((await workspace.hooks('fire', 'webhook')).code).toBe(0);
    rmSync(traceOf(workspace));
    workspace.writeHooks(
      scriptHook('evil', WEBHOOK, 'require("node:fs").writeFileSync(process.argv[1], "x")', traceOf(workspace)),
    );
    expect(await workspace.hooks('replay', 'last')).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(traceOf(workspace))).toBe(false);
  });
});

describe('what was approved and then changed', () => {
  it('does not run either where it is watched meanwhile', LIMIT, async () => {
    const workspace = await createApproved([noteHook('a', WEBHOOK, 'one')]);
    const { child } = await workspace.watch();
    let told = '';
    child.stderr.on('data', (text: string) => (told += text));
    const CHANGED = 'Changed since it was approved, so it does not run: a\n';
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('success');
    workspace.writeHooks(noteHook('a', WEBHOOK, 'two'));
    await waitUntil(() => told.includes(CHANGED), WAIT_MS);
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('skipped: changed since approved');
    workspace.writeHooks(noteHook('a', WEBHOOK, 'one'));
    await approvedAgain(workspace);
    const { mcpServers } = JSON.parse(readFileSync(workspace.config, 'utf8'));
    mcpServers.rec.args.push('--changed');
    writeFileSync(workspace.config, JSON.stringify({ mcpServers }));
    await waitUntil(() => told.split(CHANGED).length === 3, WAIT_MS);
    const fired = await workspace.hooks('fire', 'webhook');
    expect(fired.stdout).toContain('skipped: changed since approved');
    expect(workspace.calls().map((call) => call.arguments['text'])).toEqual(
      Array(workspace.calls().length).fill('one'),
    );
  });
});

/** Waits until a watch has read that the hook is again what was approved. */
async function approvedAgain(workspace: Workspace): Promise<void> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
    if ((await workspace.hooks('fire', 'webhook')).stdout.includes('success')) return;
  }
  expect.fail('It is not taken as approved.');
}

describe('whose file counts', () => {
  it('is the user, where the workspace has a hook of the same id', LIMIT, async () => {
    const workspace = createWorkspace();
    writeUserHooks(workspace, noteHook('evil', WEBHOOK, 'of the user'));
    workspace.writeHooks(tracing(workspace));
    const fired = await workspace.hooks('fire', 'webhook');
    expect(fired).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Hook "evil" is also in ') });
    expect((await workspace.hooks('approve', '--yes')).code).toBe(2);
    expect((await workspace.hooks('run', 'evil', '--yes')).code).toBe(2);
    expect(existsSync(traceOf(workspace))).toBe(false);
    rmSync(join(workspace.folder, '.toolyard'), { recursive: true });
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('success');
    expect(workspace.calls()).toEqual([{ tool: 'note', arguments: { text: 'of the user' } }]);
  });

  it('is nobody behind a link .toolyard that leads out of the workspace', LIMIT, () => expectNobodyBehind('.toolyard'));

  it('is the workspace behind a link that stays in it, with an approval for what it says', LIMIT, async () => {
    const workspace = createWorkspace();
    const hooks = join(workspace.folder, '.toolyard/hooks.json');
    workspace.writeHooks(noteHook('a', WEBHOOK, 'one'));
    renameSync(hooks, join(workspace.folder, 'shared.json'));
    symlinkSync('../shared.json', hooks);
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('skipped: not approved');
    await approveAll(workspace);
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('success');
    workspace.write('other.json', JSON.stringify({ version: 1, hooks: [noteHook('a', WEBHOOK, 'two')] }));
    rmSync(hooks);
    symlinkSync('../other.json', hooks);
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('skipped: changed since approved');
    expect(workspace.calls()).toEqual([{ tool: 'note', arguments: { text: 'one' } }]);
  });
});
