import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putHook } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { createTestFolder, ECHO_HOOK, untilState } from '../../test/fakes/create-test-folder.ts';
import type { Folder } from './folder.ts';

/** Opens the servers as a person does, and approves every hook. */
async function approveEverything(folder: Folder): Promise<void> {
  await folder.openYard({ mayAsk: true });
  await untilState(folder, ({ hooks }) => hooks.length > 0);
  for (const { resolved } of folder.state().hooks) await folder.approve(resolved);
  await untilState(folder, ({ duty }) => duty.kind === 'here');
}

describe('a folder', () => {
  it('starts nothing that nobody has approved, and says so', async () => {
    const folder = (await createTestFolder()).open();
    await untilState(folder, ({ duty }) => duty.kind === 'blocked');
    expect(folder.state()).toMatchObject({ needsServerApproval: true, hooks: [{ state: 'not approved' }] });
    await expect(folder.run('echo')).rejects.toThrow('The hook "echo" is not approved, so it did not run.');
  });

  it('asks the person who can be asked, also while others try without', async () => {
    const folder = (await createTestFolder()).open();
    const unasked = (): Promise<string> =>
      folder.openYard({ mayAsk: false }).then(
        () => 'opened',
        () => 'not approved',
      );
    const [first, second, asked] = await Promise.all([unasked(), unasked(), folder.openYard({ mayAsk: true })]);
    expect([first, second]).toContain('not approved');
    expect(asked.isJoined).toBe(false);
    expect(await unasked()).toBe('opened');
  });

  it('runs its hooks when a file is saved, and shows the run', async () => {
    const made = await createTestFolder();
    const folder = made.open();
    await approveEverything(folder);
    await writeFile(join(made.path, 'a.md'), 'a');
    await untilState(folder, ({ runs }) => runs.some(({ status }) => status === 'success'));
    const [run] = folder.state().runs;
    expect(run).toMatchObject({ hook: 'echo', arguments: { text: 'a.md' } });
    expect(folder.state().hooks[0]?.lastRun?.id).toBe(run?.id);
    expect(folder.state().live).toEqual([]);
  });

  it('knows that a person tried a tool, when it has answered, and not a hook', async () => {
    const folder = (await createTestFolder()).open();
    await approveEverything(folder);
    await folder.run('echo', { name: 'file.saved', values: { path: 'b.md' } });
    expect(folder.state().hasTriedTool).toBe(false);
    const { caller } = await folder.openYard({ mayAsk: true });
    const call = { tool: 'it:echo', arguments: { text: 'a' }, origin: 'person' } as const;
    await caller.call(call, new AbortController().signal);
    await untilState(folder, ({ hasTriedTool }) => hasTriedTool);
  });

  it('runs a hook now and repeats a run, whatever has happened', async () => {
    const folder = (await createTestFolder()).open();
    await approveEverything(folder);
    const [first] = await folder.run('echo', { name: 'file.saved', values: { path: 'b.md' } });
    expect(first).toMatchObject({ status: 'success', arguments: { text: 'b.md' } });
    await untilState(folder, ({ runs }) => runs.length === 1);
    const [again] = await folder.replay(folder.state().runs[0] ?? expect.fail('no run'));
    expect(again).toMatchObject({ status: 'success', replayOf: first?.id });
  });

  it('starts nothing where it is not trusted', async () => {
    const folder = (await createTestFolder()).open({ isTrusted: false });
    await untilState(folder, ({ hooks }) => hooks.length === 1);
    await folder.lookForServers({ afresh: true });
    await expect(folder.openYard({ mayAsk: true })).rejects.toThrow('is not trusted');
    await expect(folder.run('echo')).rejects.toThrow('is not trusted');
    expect(folder.state()).toMatchObject({ duty: { kind: 'untrusted' }, servers: [], runs: [] });
  });

  it('leaves hooks to the window that was first, and takes over when that goes', async () => {
    const made = await createTestFolder();
    const first = made.open();
    await approveEverything(first);
    const second = made.open();
    await untilState(second, ({ duty }) => duty.kind === 'elsewhere');
    await second.tell([{ name: 'file.saved', values: { path: 'told.md' } }]);
    // Each window sees what the other one runs.
    await untilState(second, ({ runs }) => runs.some((run) => run.event.context['path'] === 'told.md'));
    await first.close();
    await untilState(second, ({ duty }) => duty.kind === 'here');
  });

  it('says that a tool is gone or a parameter is wrong, once the servers were looked at', async () => {
    const made = await createTestFolder();
    const wrong = structuredClone(ECHO_HOOK.action);
    await made.writeHooks([
      { ...ECHO_HOOK, action: { ...wrong, parameters: { ...wrong.parameters, toolName: 'ecko' } } },
      { ...ECHO_HOOK, id: 'unset', action: { ...wrong, parameters: { ...wrong.parameters, parameterMappings: [] } } },
    ]);
    const folder = made.open();
    await folder.openYard({ mayAsk: true });
    await folder.lookForServers({ afresh: true });
    expect(folder.state().hooks.map(({ state }) => state)).toEqual(['invalid', 'invalid']);
    expect(folder.state().hooks[0]?.findings[0]?.message).toContain('has no tool "ecko"; did you mean "echo"?');
    expect(folder.state().servers).toMatchObject([{ id: 'it', status: 'available' }]);
  });

  it('edits a hooks file, and refuses what would break it', async () => {
    const made = await createTestFolder();
    const folder = made.open();
    await untilState(folder, ({ hooks }) => hooks.length === 1);
    const { hook } = folder.state().hooks[0]?.resolved.known ?? expect.fail('no hook');
    const file = await folder.edit('workspace', (text, format) => putHook(text, format, { ...hook, id: 'second' }));
    expect(await readFile(file, 'utf8')).toContain('"second"');
    expect(folder.state().hooks).toHaveLength(2);
    await expect(folder.edit('workspace', (text, format) => putHook(text, format, hook))).rejects.toMatchObject({
      code: 'config-invalid',
    });
  });

  it('follows its files, also through one that is wrong', async () => {
    const made = await createTestFolder();
    const folder = made.open();
    await untilState(folder, ({ hooks }) => hooks.length === 1);
    await writeFile(join(made.path, '.toolyard', 'hooks.json'), '{');
    await untilState(folder, ({ findings }) => findings.length > 0);
    await made.writeHooks([ECHO_HOOK, { ...ECHO_HOOK, id: 'two' }]);
    await untilState(folder, ({ hooks, findings }) => hooks.length === 2 && findings.length === 0);
  });
});
