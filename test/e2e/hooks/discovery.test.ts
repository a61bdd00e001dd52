import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMIT } from './fire-at-servers.ts';
import { createForeignWorkspace, outsideHook } from './foreign-workspace.ts';

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
    expect([workspace.recorded(), workspace.processes()]).toEqual([[], []]);

    const approved = await workspace.hooks('approve', '--yes');
    expect(approved.stderr).toContain(`    from ${file} (VS Code)\n`);
    expect(await workspace.hooks('run', 'say')).toMatchObject({ code: 0, stdout: 'noted hello\n' });
    expect(workspace.recorded()).toEqual([{ tool: 'note', arguments: { text: 'hello' } }]);
    const found = await workspace.server('out');
    expect(found).toMatchObject({ status: 'available', files: [file] });
    expect(found.tools.map(({ name, status }) => `${name} ${status}`)).toEqual(
      TOOLS.map((name) => `${name} available`),
    );
    expect(workspace.processes()).toEqual([]);

    workspace.writeCode({ out: workspace.recorder({ cwd: '.' }) });
    expect(await workspace.hooks('run', 'say')).toMatchObject({ code: 2, stdout: '' });
    expect(workspace.recorded()).toHaveLength(1);
  });
});
