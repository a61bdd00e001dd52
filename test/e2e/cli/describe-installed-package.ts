import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectV2 } from '../harness/sdk-clients.ts';
import type { InstalledPackage } from './install-package.ts';
import { fixture, ROOT } from './run-toolyard.ts';

/** A busy machine takes its time to start a server. */
const PATIENT = { listWaitMs: 60_000 };

/** What the package does on every Node that it supports. */
export function describeInstalledPackage(get: () => InstalledPackage): void {
  it('has both commands', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'apps/cli/package.json'), 'utf8'));
    expect((await get().run('npx', 'toolyard', '--version')).stdout).toBe(`${version}\n`);
    expect((await get().run('npx', 'mcp-simple-aggregator', '--help')).stdout).toContain('--config <file>');
  });

  it('calls a tool', async () => {
    const { run, file } = get();
    const { stdout } = await run('npx', 'toolyard', 'call', 'echo:add', 'a=1', 'b=2', '--config', file);
    expect(stdout).toBe('3\n');
  });

  it('carries the embedded database of the tasks', async () => {
    const { run, folder } = get();
    const file = join(folder, 'tasks.json');
    await writeFile(file, '{ "mcpServers": { "tasks": { "type": "builtin", "name": "tasks" } } }');
    const words = ['toolyard', 'call', 'tasks:create_task', 'title=buy milk', '--config', file];
    expect((await run('npx', ...words)).stdout).toContain('Created [ ] #1 buy milk');
  });

  it('serves a client over stdio', async () => {
    const { launch, folder } = get();
    const file = join(folder, 'served.json');
    const tasks = { type: 'builtin', name: 'tasks' };
    await writeFile(file, JSON.stringify({ mcpServers: { tasks }, toolyard: PATIENT }));
    const client = await connectV2(launch('toolyard', 'serve', '--config', file));
    expect(await client.listTools()).toContainEqual(expect.objectContaining({ name: 'tasks__create_task' }));
    expect(await client.callTool('tasks__create_task', { title: 'ring Ada' })).toMatchObject({
      structuredContent: { title: 'ring Ada', completed: false },
    });
  });

  it('lists the tools of all servers under the names of the aggregator', async () => {
    const { launch, folder } = get();
    const file = join(folder, 'aggregated.json');
    await writeFile(file, JSON.stringify({ mcpServers: { echo: fixture('echo') }, toolyard: PATIENT }));
    const client = await connectV2(launch('mcp-simple-aggregator', '--config', file));
    const names = (await client.listTools()).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['echo:echo', 'echo:add', 'echo:process']));
  });

  it('gives programs a yard', async () => {
    const { run, folder, file } = get();
    await writeFile(
      join(folder, 'user.mjs'),
      `import { createYard, ToolyardError } from 'toolyard';
       const yard = await createYard({ file: ${JSON.stringify(file)} });
       await yard.settled({ signal: AbortSignal.timeout(20_000) });
       const call = { tool: 'echo:echo', arguments: { text: 'from the yard' }, origin: 'person' };
       const { result } = await yard.caller.call(call, AbortSignal.timeout(10_000));
       await yard.stop();
       const error = await createYard({ mcpServers: { a: {} } }).catch((error) => error);
       console.log(JSON.stringify([result, yard.servers()[0].state, ToolyardError.is(error), error.code, error.message,
         error.problems]));`,
    );
    const { stdout } = await run('node', 'user.mjs');
    expect(JSON.parse(stdout)).toEqual([
      { content: [{ type: 'text', text: 'from the yard' }] },
      'stopped',
      true,
      'config-invalid',
      expect.stringContaining('configuration: $.mcpServers.a'),
      [expect.objectContaining({ code: 'invalid_schema', path: '$.mcpServers.a.command', line: 1 })],
    ]);
  });
}
