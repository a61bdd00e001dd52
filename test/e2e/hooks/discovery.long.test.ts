import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { ROOT } from '../harness/create-yard-folder.ts';
import { approveAll, watchRuns, WAIT_MS } from './approved-workspace.ts';
import { LIMIT } from './fire-at-servers.ts';
import { createForeignWorkspace, outsideHook } from './foreign-workspace.ts';
import { homeOf } from './look-at-hooks.ts';

describe('a server that only another program defines', () => {
  it('starts, stops and changes while hooks are watched', LIMIT, async () => {
    const workspace = createForeignWorkspace();
    workspace.writeCode({ out: workspace.recorder() });
    workspace.writeHooks(outsideHook('say', 'out', { event: 'webhook' }));
    const { until } = await watchRuns(workspace);
    const fire = async (): Promise<void> => void (await workspace.hooks('fire', 'webhook'));
    await fire();
    expect((await until(() => true)).reason).toBe('not approved');
    expect(workspace.processes()).toEqual([]);
    await approveAll(workspace);
    await fire();
    await until(({ status }) => status === 'success');
    const [pid] = workspace.processes();
    await fire();
    expect(workspace.processes()).toEqual([pid]);
    workspace.writeCode({ out: workspace.recorder({ cwd: '.' }) });
    await fire();
    await until(({ reason }) => reason === 'changed since approved');
    await waitUntil(() => workspace.processes().length === 0, WAIT_MS);
    await approveAll(workspace);
    await fire();
    expect(workspace.recorded()).toHaveLength(3);
    expect(workspace.processes()).not.toContain(pid);
    workspace.write('.vscode/mcp.json', '{}');
    await fire();
    await until(({ reason }) => reason === 'not approved' || reason === 'changed since approved');
    await waitUntil(() => workspace.processes().length === 0, WAIT_MS);
  });

  it('can be any real one, beside a Toolyard that runs on the configuration', LIMIT, async () => {
    const workspace = createForeignWorkspace();
    const real = (name: string): object => ({
      command: process.execPath,
      args: [join(ROOT, 'node_modules/@modelcontextprotocol', `server-${name}`, 'dist/index.js')],
    });
    workspace.write(
      '.mcp.json',
      JSON.stringify({ mcpServers: { everything: { ...real('everything'), type: 'stdio' } } }),
    );
    const graph = join(homeOf(workspace), 'graph.jsonl');
    const memory = { ...real('memory'), type: 'local', tools: ['*'], env: { MEMORY_FILE_PATH: graph } };
    workspace.writeHome('.copilot/mcp-config.json', { mcpServers: { memory } });
    const call = (id: string, serverId: string, toolName: string, mappings: readonly object[]): object => ({
      id,
      trigger: { event: 'manual' },
      action: { type: 'mcp', parameters: { serverId, toolName, parameterMappings: mappings } },
    });
    workspace.writeHooks(
      call('echo', 'everything', 'echo', [{ toolParam: 'message', source: 'literal', value: 'hi' }]),
      call('graph', 'memory', 'read_graph', []),
    );
    const env = { HOME: homeOf(workspace) };
    const up = startToolyard(['up', '--port', '0', '--config', workspace.config], { cwd: workspace.folder, env });
    onTestFinished(async () => {
      up.child.kill('SIGTERM');
      await up.finished;
    });
    await up.saw('stdout', 'Press Ctrl-C to stop.');
    await approveAll(workspace);
    expect(await workspace.hooks('run', 'echo')).toMatchObject({ code: 0, stdout: 'Echo: hi\n' });
    expect((await workspace.hooks('run', 'graph')).stdout).toContain('entities');
    const { servers } = await workspace.servers();
    const shown = servers.map(({ id, status, source, tools }) => [id, status, source, tools.length > 0]);
    expect(shown).toEqual([
      ['rec', 'available', 'toolyard', true],
      ['memory', 'available', 'copilot', true],
      ['everything', 'available', 'claude-code', true],
    ]);
  });
});
