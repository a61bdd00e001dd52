import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approveAll } from './approved-workspace.ts';
import { LIMIT } from './fire-at-servers.ts';
import { createForeignWorkspace, outsideHook } from './foreign-workspace.ts';
import { homeOf } from './look-at-hooks.ts';

const TOOLS = ['note', 'put', 'look', 'slow', 'slow_put', 'fail'];
const NOT_APPROVED = 'not approved; it starts only for an approved hook';

describe('a server that only another program defines', () => {
  it('runs for a hook that was approved with it, until its definition changes', LIMIT, async () => {
    const workspace = createForeignWorkspace();
    const file = join(workspace.folder, '.vscode/mcp.json');
    const toolyard = { command: 'toolyard', args: ['serve'] };
    workspace.writeCode({ out: workspace.recorder(), toolyard });
    workspace.writeHooks(outsideHook('say', 'out'));
    const { servers, ttl } = await workspace.servers();
    expect(ttl).toBe(300_000);
    expect(servers.map(({ id, status, reason, source }) => ({ id, status, reason, source }))).toEqual([
      { id: 'rec', status: 'available', reason: undefined, source: 'toolyard' },
      { id: 'out', status: 'unknown', reason: NOT_APPROVED, source: 'vscode' },
    ]);
    expect(await workspace.hooks('run', 'say')).toMatchObject({ code: 2, stdout: '' });
    const checked = await workspace.hooks('check');
    expect(checked).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`is defined in ${file} and starts only`),
    });
    expect([workspace.recorded(), workspace.processes()]).toEqual([[], []]);

    const approved = await workspace.hooks('approve', '--yes');
    expect(approved.stderr).toContain(`    from ${file} (VS Code)\n`);
    expect(await workspace.hooks('run', 'say')).toMatchObject({ code: 0, stdout: 'noted hello\n' });
    expect(workspace.recorded()).toEqual([{ tool: 'note', arguments: { text: 'hello' } }]);
    expect(await workspace.hooks('check')).toMatchObject({ code: 0, stdout: '' });
    const found = await workspace.server('out');
    expect(found).toMatchObject({ status: 'available', files: [file] });
    expect(found.tools.map(({ name, status }) => `${name} ${status}`)).toEqual(
      TOOLS.map((name) => `${name} available`),
    );
    expect(workspace.processes()).toEqual([]);

    workspace.writeCode({ out: workspace.recorder({ cwd: '.' }) });
    expect((await workspace.server('out')).status).toBe('unknown');
    expect(await workspace.hooks('run', 'say')).toMatchObject({ code: 2, stdout: '' });
    const fired = await workspace.hooks('list');
    expect(fired.stdout).toContain('changed since approved');
    expect(workspace.recorded()).toHaveLength(1);
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
