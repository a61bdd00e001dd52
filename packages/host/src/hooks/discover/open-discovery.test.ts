import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { HOOK_LIMITS, isValidMcpServer, type McpServer } from '@toolyard/hooks';
import { systemClock } from '@toolyard/node';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { approveAll, createTestWorkspace, type TestWorkspace } from '../../../test/create-test-workspace.ts';
import { openWorkspaceHooks, type WorkspaceHooks } from '../open-workspace-hooks.ts';
import { answerForeignInputs } from '../foreign/answer-foreign-inputs.ts';
import { openHooks } from '../read/open-hooks.ts';
import { stateStoreOf } from '../../state/state-store.ts';
import { openDiscovery } from './open-discovery.ts';

const WAIT_MS = 20_000;
const SECRET = 'sk-very-secret-0123456789';
const TOOLS = ['echo', 'add', 'process'];

const HOOK = {
  id: 'outside',
  trigger: { event: 'manual' },
  action: { type: 'mcp', parameters: { serverId: 'outside', toolName: 'echo', parameterMappings: [] } },
};

/** A workspace whose `.vscode/mcp.json` has a server that leaves a line in `starts` whenever it is started. */
async function createForeign(): Promise<
  TestWorkspace & { starts(): number; writeForeign(more?: object): Promise<void> }
> {
  const made = await createTestWorkspace();
  const starts = join(made.folder, 'starts');
  const [broken, echo] = [join(made.folder, 'broken'), fixturePath('echo.mjs')].map((path) => JSON.stringify(path));
  const script = `const fs = require('fs'); fs.appendFileSync(${JSON.stringify(starts)}, 'x');
    if (fs.existsSync(${broken})) process.exit(3); import(${echo})`;
  const entry = { command: process.execPath, args: ['-e', script], env: { API_KEY: SECRET }, description: 'Outside' };
  await mkdir(join(made.workspace, '.vscode'));
  await made.writeHooks([HOOK]);
  const writeForeign = (more = {}): Promise<void> =>
    writeFile(
      join(made.workspace, '.vscode', 'mcp.json'),
      JSON.stringify({ servers: { outside: { ...entry, ...more } } }),
    );
  await writeForeign();
  return { ...made, writeForeign, starts: () => (existsSync(starts) ? readFileSync(starts, 'utf8').length : 0) };
}

async function find(hooks: WorkspaceHooks, id: string, refresh = false): Promise<McpServer> {
  const { servers } = await hooks.servers({ refresh });
  expect(servers.every(isValidMcpServer)).toBe(true);
  return servers.find((server) => server.id === id) ?? expect.fail(`there is no ${id}`);
}

const toolsOf = ({ tools }: McpServer): string[] => tools.map(({ name }) => name);

it('finds the servers of the configuration and of other programs, and starts only what is approved', async () => {
  const { open, config, workspace, starts } = await createForeign();
  const hooks = await open(undefined, { config });
  const [own, outside] = [await find(hooks, 'it'), await find(hooks, 'outside')];
  expect(own).toMatchObject({ status: 'available', source: 'toolyard', files: [config] });
  expect(toolsOf(own)).toEqual(TOOLS);
  expect(outside).toMatchObject({
    name: 'outside',
    description: 'Outside',
    status: 'unknown',
    reason: 'not approved; it starts only for an approved hook',
    source: 'vscode',
    files: [join(workspace, '.vscode', 'mcp.json')],
    tools: [],
  });
  expect(starts()).toBe(0);
});

it('starts nothing of a configuration that was found and not approved', async () => {
  const { open, createHost } = await createForeign();
  const hooks = await open(createHost({ approve: undefined }));
  expect(await find(hooks, 'it')).toMatchObject({ status: 'unknown', tools: [] });
  expect((await find(hooks, 'it')).reason).toContain('not approved');
});

it('finds the tools of a server that was approved, and remembers them when it is not any more', async () => {
  const { open, config, createHost, starts, workspace, writeForeign } = await createForeign();
  const hooks = await open(undefined, { config });
  await find(hooks, 'outside');
  await approveAll(hooks);
  const approved = await find(hooks, 'outside');
  expect(approved.status).toBe('available');
  expect(toolsOf(approved)).toEqual(TOOLS);
  expect(approved.tools[0]).toMatchObject({ status: 'available', serverId: 'outside', displayName: 'Echo' });
  expect(starts()).toBe(1);
  await stateStoreOf(createHost()).hookApprovals.revoke(join(workspace, '.toolyard', 'hooks.json'), 'outside');
  const revoked = await find(hooks, 'outside');
  expect(revoked).toMatchObject({ status: 'unknown', tools: TOOLS.map((name) => ({ name, status: 'unknown' })) });
  expect(revoked.tools[0]?.lastSeen).toBeLessThanOrEqual(approved.lastDiscovered);
  expect(revoked.tools[0]?.lastSeen).toBeGreaterThan(0);
  await writeForeign({ env: { OTHER: '1' } });
  expect(await find(hooks, 'outside')).toMatchObject({ status: 'unknown', tools: [] });
  expect(starts()).toBe(1);
});

it('tells why a server that was approved cannot be used, with the tools that it had', async () => {
  const { open, config, folder, starts } = await createForeign();
  const hooks = await open(undefined, { config });
  await approveAll(hooks);
  expect((await find(hooks, 'outside')).status).toBe('available');
  await writeFile(join(folder, 'broken'), '');
  const failed = await find(hooks, 'outside', true);
  expect(failed).toMatchObject({
    status: 'unavailable',
    tools: TOOLS.map((name) => ({ name, status: 'unavailable' })),
  });
  expect(failed.reason).toContain('exited with code 3');
  expect(starts()).toBeGreaterThan(1);
});

it('looks again when five minutes are over, when it is asked to, and when a file changed', async () => {
  const { open, config, createHost, starts, writeForeign } = await createForeign();
  let offset = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + offset };
  const hooks = await open(createHost({ clock }), { config });
  await approveAll(hooks);
  const first = await hooks.servers();
  expect(first).toMatchObject({ ttl: 300_000 });
  offset = 299_000;
  expect((await hooks.servers()).lastUpdated).toBe(first.lastUpdated);
  expect(starts()).toBe(1);
  offset = 301_000;
  expect((await hooks.servers()).lastUpdated).toBeGreaterThan(first.lastUpdated);
  expect(starts()).toBe(2);
  await hooks.servers({ refresh: true });
  expect(starts()).toBe(3);
  let changes = 0;
  const end = await hooks.onServers(() => void changes++);
  await writeForeign({ description: 'Another text, and the same server' });
  await writeForeign({ args: ['-e', ''] });
  await waitUntil(() => changes > 0, WAIT_MS);
  end();
  expect((await find(hooks, 'outside')).reason).toContain('not approved');
});

it('keeps what it found for the next program, for the user alone and without secrets', async () => {
  const { open, config, folder, starts } = await createForeign();
  const hooks = await open(undefined, { config });
  await approveAll(hooks);
  const { lastUpdated } = await hooks.servers();
  await hooks.close();
  const again = await (await open(undefined, { config })).servers();
  expect(again.lastUpdated).toBe(lastUpdated);
  expect(starts()).toBe(1);
  const places = (await readdir(join(folder, 'state'), { recursive: true })).map((name) => join(folder, 'state', name));
  const files = places.filter((place) => statSync(place).isFile());
  const kept = files.filter((file) => file.endsWith('servers.json'));
  expect(kept.map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
  for (const file of files) expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
});

it('does not wait for a server that hangs', async () => {
  const { open, config, createHost, writeConfiguration } = await createForeign();
  const never = { command: process.execPath, args: [fixturePath('never-answers.mjs')] };
  await writeConfiguration({ mcpServers: { never } });
  // Only this wait is short: a machine that is busy must not let the time of the server itself be over first.
  const after = (ms: number, action: () => void): (() => void) =>
    systemClock.after(ms === HOOK_LIMITS.discoveryWaitMs ? 200 : ms, action);
  const hooks = await open(createHost({ clock: { now: () => systemClock.now(), after } }), { config });
  expect(await find(hooks, 'never')).toMatchObject({ status: 'unknown', reason: 'it was still starting after 5 s' });
});

it('tells why a server of the configuration cannot be started', async () => {
  const { open, config, writeConfiguration } = await createForeign();
  await writeConfiguration({ mcpServers: { gone: { command: 'toolyard-no-such-program' } } });
  const gone = await find(await open(undefined, { config }), 'gone');
  expect(gone.status).toBe('unavailable');
  expect(gone.reason).toContain('"toolyard-no-such-program" was not found');
});

it('looks at the servers that run for the hooks while they are watched, and starts no others', async () => {
  const { open, config, starts } = await createForeign();
  const hooks = await open(undefined, { config });
  await approveAll(hooks);
  await hooks.watch();
  await waitUntil(() => starts() === 1, WAIT_MS);
  await expect.poll(async () => (await find(hooks, 'outside', true)).status, { timeout: WAIT_MS }).toBe('available');
  expect(starts()).toBe(1);
});

it('finds servers also where the hooks are wrong', async () => {
  const { open, config, workspace } = await createForeign();
  const hooks = await open(undefined, { config });
  await writeFile(join(workspace, '.toolyard', 'hooks.json'), '{');
  expect((await find(hooks, 'outside')).status).toBe('unknown');
});

it('starts the definition that is approved, whatever a file says when it is read at another moment', async () => {
  const { open, config, createHost, folder, workspace, starts } = await createForeign();
  await approveAll(await open(undefined, { config }));
  const opened = await openHooks(createHost(), { workspace, config });
  // Approvals are looked up by the surroundings of the host, so these stand for a file that was another one before.
  const [cwd, evil] = [join(folder, 'before'), join(folder, 'evil')];
  const args = ['-e', `require('fs').writeFileSync(${JSON.stringify(evil)}, '')`];
  await mkdir(join(cwd, '.vscode'), { recursive: true });
  await writeFile(
    join(cwd, '.vscode', 'mcp.json'),
    JSON.stringify({ servers: { outside: { command: process.execPath, args } } }),
  );
  const { servers } = await openDiscovery({
    read: async () => ({ ...opened, surroundings: { ...opened.surroundings, cwd } }),
    clock: systemClock,
    signal: new AbortController().signal,
  }).servers({ refresh: true });
  expect(servers.find(({ id }) => id === 'outside')?.status).toBe('available');
  expect([existsSync(evil), starts()]).toEqual([false, 1]);
});

it('leaves out the servers of programs that are not wanted, and hooks that name one are invalid', async () => {
  const { createHost, config, workspace, writeForeign } = await createForeign();
  await writeForeign();
  const open = async (sources?: readonly string[]): Promise<WorkspaceHooks> => {
    const hooks = await openWorkspaceHooks(createHost(), { config, workspace, sources });
    onTestFinished(() => hooks.close());
    return hooks;
  };
  const [all, none] = [await open(), await open(['claude-code'])];
  expect((await all.servers()).servers.map(({ id }) => id)).toEqual(['it', 'outside']);
  const { servers } = await none.servers();
  expect(servers.map(({ id }) => id)).toEqual(['it']);
  const messages = async (hooks: WorkspaceHooks): Promise<string> =>
    JSON.stringify((await hooks.look()).findings.map(({ message }) => message));
  expect(await messages(all)).not.toContain('outside');
  expect(await messages(none)).toContain('outside');
});

it('starts a server of another program with inputs once they were answered, and never asks by itself', async () => {
  const { createHost, config, workspace } = await createForeign();
  const script = `if (process.env.WORD !== 'open') process.exit(3); import(${JSON.stringify(fixturePath('echo.mjs'))})`;
  const entry = { command: process.execPath, args: ['-e', script], env: { WORD: '${input:word}' } };
  const inputs = [{ id: 'word', type: 'promptString', description: 'The word' }];
  await writeFile(join(workspace, '.vscode', 'mcp.json'), JSON.stringify({ inputs, servers: { outside: entry } }));
  const kept = new Map<string, string>();
  const asked: string[] = [];
  const secrets = {
    read: async (name: string) => kept.get(name),
    keep: async (name: string, value: string) => void kept.set(name, value),
  };
  const host = createHost({ secrets, keepsAnswers: true, approve: undefined });
  const hooks = await openWorkspaceHooks(host, { config, workspace });
  onTestFinished(() => hooks.close());
  await approveAll(hooks);
  expect(await find(hooks, 'outside')).toMatchObject({ status: 'unavailable', tools: [] });
  const asking = createHost({ secrets, keepsAnswers: true, askInput: async ({ id }) => (asked.push(id), 'open') });
  const answer = (id: string) => answerForeignInputs(asking, { config, workspace }, id);
  expect(await answer('outside')).toEqual({ count: 1, missing: [] });
  expect(await answer('outside')).toEqual({ count: 1, missing: [] });
  expect(await answer('nobody')).toBeUndefined();
  expect(asked).toEqual(['word']);
  expect(await find(hooks, 'outside', true)).toMatchObject({ status: 'available' });
});

it('says nothing of the tasks of the default configuration where the host does not have them', async () => {
  const made = await createTestWorkspace();
  await rm(made.config);
  const without = await made.open(made.createHost());
  expect((await without.servers()).servers).toEqual([]);
  const start = (): Promise<never> => Promise.reject(new ToolyardError('server-start-failed', 'no database'));
  const withTasks = await made.open(made.createHost({ builtins: { tasks: start } }));
  expect((await withTasks.servers({ refresh: true })).servers).toMatchObject([{ id: 'tasks', status: 'unavailable' }]);
});
