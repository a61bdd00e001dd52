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

  it('is told by check until it is approved, and by list and servers when it has changed', LIMIT, async () => {
    const workspace = createForeignWorkspace();
    workspace.writeCode({ out: workspace.recorder() });
    workspace.writeHooks(outsideHook('say', 'out'));
    const file = join(workspace.folder, '.vscode/mcp.json');
    const checked = await workspace.hooks('check');
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`is defined in ${file} and starts only`),
    });
    await approveAll(workspace);
    expect(await workspace.hooks('check')).toMatchObject({ code: 0, stdout: '' });
    workspace.writeCode({ out: workspace.recorder({ cwd: '.' }) });
    expect((await workspace.server('out')).status).toBe('unknown');
    const listed = await workspace.hooks('list');
    expect(listed.stdout).toContain('changed since approved');
    expect([workspace.recorded(), workspace.processes()]).toEqual([[], []]);
  });

  it('has its program before a key that is taken, and its inputs from the environment', LIMIT, async () => {
    const workspace = createForeignWorkspace({ env: { TOOLYARD_INPUT_PLACE: 'set-by-the-environment' } });
    const inputs = [{ id: 'place', type: 'promptString', password: true }];
    const env = { RECORD: join(homeOf(workspace), '${input:place}.jsonl') };
    workspace.writeCode({ rec: workspace.recorder({ env }) }, inputs);
    const broken = workspace.writeHome('.copilot/mcp-config.json', '{ "mcpServers": ');
    workspace.writeHooks(outsideHook('say', 'vscode/rec'), outsideHook('typo', 'vscode/rek'));
    expect((await workspace.hooks('check')).stdout).toContain(
      'Unknown server "vscode/rek"; did you mean "vscode/rec"?',
    );
    const approved = await workspace.hooks('approve', 'say', '--yes');
    expect(approved.stderr).toContain('input  place={"password":true}');
    expect(approved.stderr).not.toContain('set-by-the-environment');
    expect(await workspace.hooks('run', 'say')).toMatchObject({ code: 0, stdout: 'noted hello\n' });
    expect(workspace.calls()).toEqual([]);
    const listed = await workspace.hooks('servers');
    expect(listed.stdout).toMatch(/^vscode\/rec +VS Code +6 .* available *$/m);
    expect(listed.stderr).toContain(`Skipped ${broken}: Invalid JSON`);
    const one = await workspace.hooks('servers', 'vscode/rec');
    expect(one.stdout).toContain('  note  available');
    expect(one.stdout).toContain('    text (string, required)\n');
  });

  it('is needed to be approved also for the hooks of the user', LIMIT, async () => {
    const workspace = createForeignWorkspace();
    workspace.writeCode({ out: workspace.recorder() });
    workspace.writeHome('.config/toolyard/hooks.json', { version: 1, hooks: [outsideHook('mine', 'out')] });
    expect(await workspace.hooks('run', 'mine')).toMatchObject({ code: 2, stdout: '' });
    expect(workspace.processes()).toEqual([]);
    await approveAll(workspace);
    expect(await workspace.hooks('run', 'mine')).toMatchObject({ code: 0, stdout: 'noted hello\n' });
  });
});
