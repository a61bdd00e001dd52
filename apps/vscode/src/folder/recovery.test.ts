import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import {
  createApprovedFolder,
  createTestFolder,
  ECHO_HOOK,
  untilState,
  type TestFolder,
} from '../../test/fakes/create-test-folder.ts';
import type { Folder, FolderState } from './folder.ts';

const SERVERS = { mcpServers: { it: { command: process.execPath, args: [fixturePath('echo.mjs')] } } };
const HOOKS = '.toolyard/hooks.json';

/** A hook without a server, which needs no configuration. */
const PROGRAM_HOOK = {
  id: 'program',
  trigger: { event: 'file.saved', paths: ['*.txt'] },
  action: { type: 'custom', parameters: { command: process.execPath, args: ['-e', ''] } },
};

type Files = Pick<TestFolder, 'path'>;

async function write({ path }: Files, file: string, value: unknown): Promise<void> {
  const whole = join(path, file);
  if (
    await stat(whole).then(
      (stats) => stats.isDirectory(),
      () => false,
    )
  )
    await rm(whole, { recursive: true });
  await writeFile(whole, typeof value === 'string' ? value : JSON.stringify(value));
}

/** Saves the file until a hook has run for it: what is saved before all is watched is no event. */
async function expectRun(made: Files, folder: Folder, name: string): Promise<void> {
  await write(made, name, 'x');
  const isOf = ({ status, event }: FolderState['runs'][number]): boolean =>
    status === 'success' && event.context['path'] === name;
  await untilState(folder, ({ runs }) => runs.some(isOf));
}

function untilRunning(folder: Folder): Promise<void> {
  return untilState(folder, ({ duty }) => duty.kind === 'here' && duty.problem === undefined);
}

describe('a configuration that is wrong', () => {
  it.each([
    ['is no JSON', async (made: Files) => write(made, 'toolyard.json', '{\n  "mcpServers": {,}\n}')],
    [
      'has a wrong value',
      async (made: Files) => write(made, 'toolyard.json', '{\n  "mcpServers": { "it": { "command": 5 } }\n}'),
    ],
    [
      'is a folder',
      async ({ path }: Files) => {
        await rm(join(path, 'toolyard.json'));
        await mkdir(join(path, 'toolyard.json'));
      },
    ],
  ])('at the start, since it %s: is told at its place, and all runs as soon as it is right', async (_, spoil) => {
    const made = await createApprovedFolder(ECHO_HOOK);
    await spoil(made);
    const folder = made.open();
    await untilState(folder, ({ duty, hooks }) => duty.kind === 'blocked' && hooks.length === 1);
    const { configurationProblem, hooks, needsServerApproval } = folder.state();
    expect(configurationProblem?.place?.file).toBe(join(made.path, 'toolyard.json'));
    expect(hooks[0]).toMatchObject({
      state: 'invalid',
      findings: [{ message: expect.stringContaining('cannot be read') }],
    });
    expect(needsServerApproval).toBe(false);
    await folder.lookForServers();

    await write(made, 'toolyard.json', SERVERS);
    await untilRunning(folder);
    await untilState(
      folder,
      (state) => state.hooks[0]?.state === 'enabled' && state.servers[0]?.status === 'available',
    );
    expect(folder.state()).toMatchObject({ serverWarnings: [] });
    expect(folder.state()).not.toHaveProperty('configurationProblem');
    await expectRun(made, folder, 'right.md');
  });

  it('later: what needs no server goes on, what was known is shown, and all runs as soon as it is right', async () => {
    const made = await createApprovedFolder(ECHO_HOOK, PROGRAM_HOOK);
    const folder = made.open();
    await untilRunning(folder);
    await folder.lookForServers();
    await write(made, 'toolyard.json', '{\n  "mcpServers": {,}\n}');
    await untilState(folder, ({ configurationProblem }) => configurationProblem !== undefined);
    expect(folder.state()).toMatchObject({
      duty: { kind: 'here', problem: expect.stringContaining('toolyard.json: $: Invalid JSON at line 2') },
      configurationProblem: { place: { line: 2 } },
      hooks: [{ state: 'invalid', resolved: { approval: 'approved' } }, { state: 'enabled' }],
      servers: [{ id: 'it', status: 'available' }],
    });
    await expectRun(made, folder, 'meanwhile.txt');
    await write(made, 'toolyard.json', SERVERS);
    await untilRunning(folder);
    await expectRun(made, folder, 'right.md');
  });

  it('is found when there was none', async () => {
    const made = await createApprovedFolder(ECHO_HOOK);
    await rm(join(made.path, 'toolyard.json'));
    const folder = made.open();
    await untilState(
      folder,
      ({ hooks, duty }) => hooks[0]?.state === 'invalid: unknown server' && duty.kind === 'here',
    );
    await write(made, 'toolyard.json', SERVERS);
    await untilState(folder, ({ hooks }) => hooks[0]?.state === 'enabled');
    // What happens before the other servers are there is told to the former ones.
    const hasRun = (): boolean => folder.state().runs.some(({ status }) => status === 'success');
    for (let saves = 0; !hasRun() && saves < 20; saves++) {
      await write(made, `saved-${saves}.md`, 'x');
      await waitUntil(hasRun, 1000).catch(() => undefined);
    }
    expect(hasRun()).toBe(true);
  });
});

describe('a hooks file that is wrong', () => {
  it.each([
    ['is no JSON', async (made: Files) => write(made, HOOKS, '{')],
    [
      'has a wrong hook',
      async (made: Files) => write(made, HOOKS, { version: 1, hooks: [{ ...ECHO_HOOK, trigger: 5 }] }),
    ],
    [
      'is a folder',
      async ({ path }: Files) => {
        await rm(join(path, HOOKS));
        await mkdir(join(path, HOOKS));
      },
    ],
  ])('at the start, since it %s: is told, and all runs as soon as it is right', async (_, spoil) => {
    const made = await createApprovedFolder(ECHO_HOOK);
    await spoil(made);
    const folder = made.open();
    await untilState(folder, ({ duty, findings }) => duty.kind === 'blocked' && findings.length > 0);
    expect(folder.state().findings[0]).toMatchObject({ file: join(made.path, HOOKS), severity: 'error' });
    await write(made, HOOKS, { version: 1, hooks: [] });
    await untilState(folder, ({ duty }) => duty.kind === 'no hooks');
    await made.writeHooks([ECHO_HOOK]);
    await untilRunning(folder);
    await expectRun(made, folder, 'right.md');
  });

  it('later: the hooks that there were go on and are shown, until it is right again', async () => {
    const made = await createApprovedFolder(ECHO_HOOK);
    const folder = made.open();
    await untilRunning(folder);
    await write(made, HOOKS, '{\n  "hooks": [,]\n}');
    await untilState(
      folder,
      ({ duty, findings }) => duty.kind === 'here' && duty.problem !== undefined && findings.length > 0,
    );
    expect(folder.state().hooks).toMatchObject([{ state: 'enabled', resolved: { known: { hook: { id: 'echo' } } } }]);
    await expectRun(made, folder, 'meanwhile.md');
    await made.writeHooks([ECHO_HOOK]);
    await untilRunning(folder);
    expect(folder.state().findings).toEqual([]);
    await expectRun(made, folder, 'right.md');
  });
});

it('goes on when what keeps its files from being read is gone', async () => {
  const made = await createApprovedFolder(ECHO_HOOK);
  const away = `${made.path}-away`;
  await rename(made.path, away);
  const folder = made.open();
  await untilState(folder, ({ duty }) => duty.kind === 'blocked' && duty.message.includes('does not exist'));
  await rename(away, made.path);
  await untilRunning(folder);
  await expectRun(made, folder, 'back.md');
});

it('runs its hooks when the servers were approved in another window', async () => {
  const made = await createTestFolder();
  const first = made.open();
  await untilState(first, ({ duty, needsServerApproval }) => duty.kind === 'blocked' && needsServerApproval);
  const second = made.open();
  await second.openYard({ mayAsk: true });
  await untilState(second, ({ hooks }) => hooks.length === 1);
  for (const { resolved } of second.state().hooks) await second.approve(resolved);
  await untilRunning(first);
  await expectRun(made, first, 'a.md');
});
