import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadOptions, LoadResult } from '@toolyard/node';
import { hashDefinition } from '@toolyard/runtime';
import { createFakeServerMemory } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSwitched } from './load-switched.ts';

let folder = '';
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'toolyard-'))));
afterEach(() => rm(folder, { recursive: true }));

async function createLoad(servers: object, env: Record<string, string> = {}): Promise<LoadOptions> {
  const file = join(folder, 'c.json');
  await writeFile(file, JSON.stringify({ mcpServers: servers }));
  const approvals = { isApproved: () => Promise.resolve(true), approve: () => Promise.resolve() };
  return { file, cwd: folder, env, homeDir: folder, platform: 'linux', approvals };
}

function commandsOf(result: LoadResult): unknown[] {
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.loaded.configuration.servers.map((server) => (server.kind === 'command' ? server.command : server));
}

const OFF = { command: '$PROGRAM', enabled: false };

/** A memory in which the one server was switched on as it is with this environment. */
async function createSwitchedMemory(env: Record<string, string>): Promise<ReturnType<typeof createFakeServerMemory>> {
  const memory = createFakeServerMemory();
  const result = await loadSwitched(await createLoad({ a: OFF }, env), { switchingOn: 'a' });
  const entry = result.ok ? result.loaded.asWritten.servers[0] : undefined;
  if (entry === undefined) throw new Error('not loaded');
  memory.remember({ key: 'a', definitionHash: '', entryHash: hashDefinition(entry), enabled: true, failures: 0 });
  return memory;
}

describe('loadSwitched', () => {
  it('leaves variables of a disabled server as they are', async () => {
    expect(commandsOf(await loadSwitched(await createLoad({ a: OFF })))).toEqual(['$PROGRAM']);
  });

  it('puts variables into a server that was switched on', async () => {
    const env = { PROGRAM: 'node' };
    const memory = await createSwitchedMemory(env);
    expect(commandsOf(await loadSwitched(await createLoad({ a: OFF, b: OFF }, env), { memory }))).toEqual([
      'node',
      '$PROGRAM',
    ]);
  });

  it('does not heed a switch that was set for another entry', async () => {
    const env = { PROGRAM: 'node' };
    const memory = await createSwitchedMemory(env);
    const load = await createLoad({ a: { ...OFF, args: ['other'] } }, env);
    expect(commandsOf(await loadSwitched(load, { memory }))).toEqual(['$PROGRAM']);
  });

  it('keeps no other server from starting where a variable of one that was switched on is missing', async () => {
    const memory = await createSwitchedMemory({ PROGRAM: 'node' });
    const load = await createLoad({ a: OFF, b: { command: 'x' } });
    const result = await loadSwitched(load, { memory });
    expect(commandsOf(result)).toEqual(['$PROGRAM', 'x']);
    expect(result).toMatchObject({
      loaded: {
        configuration: { servers: [{ key: 'a', missing: ['PROGRAM'] }, { key: 'b' }] },
        missing: [{ code: 'missing_env_var', server: 'a', path: '$.mcpServers.a.command' }],
      },
    });
    expect(await loadSwitched({ ...load, strict: true }, { memory })).toMatchObject({ ok: false });
  });

  it('stops where switches leave no server that has its variables, and misses nothing of one that is switched off', async () => {
    const memory = createFakeServerMemory();
    const load = await createLoad({ a: { command: '$PROGRAM' }, b: { command: 'x' } });
    const [a, b] = await loadSwitched(load).then((result) => (result.ok ? result.loaded.asWritten.servers : []));
    const switchOff = (entry: typeof a): void => {
      if (entry === undefined) throw new Error('not loaded');
      memory.remember({
        key: entry.key,
        definitionHash: '',
        entryHash: hashDefinition(entry),
        enabled: false,
        failures: 0,
      });
    };
    switchOff(b);
    expect(await loadSwitched(load, { memory })).toMatchObject({ ok: false, problems: [{ code: 'missing_env_var' }] });
    switchOff(a);
    expect(await loadSwitched({ ...load, strict: true }, { memory })).toMatchObject({
      ok: true,
      loaded: { missing: [] },
    });
  });

  it('lets a server be switched on whose variables are missing, as one that the file enables', async () => {
    const load = await createLoad({ a: OFF, b: { command: 'x' } });
    expect(await loadSwitched(load, { switchingOn: 'a' })).toMatchObject({
      ok: true,
      loaded: { missing: [{ code: 'missing_env_var', server: 'a' }] },
    });
    expect(await loadSwitched({ ...load, strict: true }, { switchingOn: 'a' })).toMatchObject({ ok: false });
  });

  it('reports a missing variable of the server that is being switched on where no other could run', async () => {
    const result = await loadSwitched(await createLoad({ a: OFF }), { switchingOn: 'a' });
    expect(result).toMatchObject({ ok: false, problems: [{ code: 'missing_env_var' }] });
  });
});
