import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook } from './create-workspace.ts';
import { homeOf, statesOf } from './look-at-hooks.ts';

const SAVED = { event: 'file.saved', paths: ['specs/**'] };

describe('exported hooks', () => {
  const secretive = {
    id: 'chat',
    trigger: { event: 'manual' },
    action: {
      type: 'custom',
      parameters: { command: 'chat', args: ['{path}'], env: { CHAT_TOKEN: 'hunter22' } },
    },
  };

  it('hold no secrets, and are added elsewhere', async () => {
    const one = createWorkspace();
    one.writeHooks(noteHook('announce', SAVED, '{feature}'), secretive);
    const file = join(one.folder, 'shared.json');
    const { code, stdout, stderr } = await one.hooks('export', '--out', file);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`Wrote 2 hooks to ${file}.\n`);
    expect(stderr).toContain('warning: $.hooks[1].action.parameters.env.CHAT_TOKEN: ');
    expect(readFileSync(file, 'utf8')).not.toContain('hunter');
    expect(await one.hooks('export', '--out', file)).toMatchObject({
      code: 1,
      stderr: `${file} was not written: it already exists. Choose another name.\n`,
    });
    expect((await one.hooks('export', 'announce')).stdout).not.toContain('chat');
    const again = join(one.folder, 'again.json');
    const written = JSON.parse((await one.hooks('export', '--out', again, '--json')).stdout);
    const removed = [{ hook: 'chat', path: '$.hooks[1].action.parameters.env.CHAT_TOKEN' }];
    expect(written).toEqual({ file: again, hooks: ['announce', 'chat'], removed });
    const other = createWorkspace();
    expect(await other.hooks('import', file)).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes') });
    expect(existsSync(join(other.folder, '.toolyard'))).toBe(false);
    const added = await other.hooks('import', file, '--yes', '--json');
    const target = join(other.folder, '.toolyard/hooks.json');
    expect(added.code).toBe(0);
    expect(JSON.parse(added.stdout)).toEqual({ file: target, added: ['announce', 'chat'], skipped: [], renamed: [] });
    expect(added.stderr).toContain('    calls   rec:note, for at most 30000 ms\n');
    expect(await statesOf(other)).toEqual({ announce: 'not approved', chat: 'not approved' });
  });

  it('overwrite nothing and leave comments alone', async () => {
    const workspace = createWorkspace();
    const before = `// mine\n{ "version": 1, "hooks": [\n  // the first\n  ${JSON.stringify(noteHook('a', SAVED, 'x'))}\n] }\n`;
    workspace.writeHooksText(before);
    workspace.write(
      'in.yaml',
      `version: 1\nhooks:\n  - ${JSON.stringify(noteHook('a', SAVED, 'x'))}\n  - ${JSON.stringify(noteHook('b', SAVED, 'y'))}\n`,
    );
    workspace.write('again.json', JSON.stringify({ version: 1, hooks: [noteHook('a', SAVED, 'other')] }));
    const first = await workspace.hooks('import', 'in.yaml', '--yes', '--json');
    expect(JSON.parse(first.stdout)).toMatchObject({
      added: ['b'],
      skipped: [{ id: 'a', reason: 'it already exists' }],
    });
    const second = await workspace.hooks('import', 'again.json', '--yes', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ added: ['a-2'], renamed: [{ from: 'a', to: 'a-2' }] });
    const text = readFileSync(join(workspace.folder, '.toolyard/hooks.json'), 'utf8');
    expect(text).toContain('// mine\n');
    expect(text).toContain('  // the first\n');
    expect(Object.keys(await statesOf(workspace))).toEqual(['a', 'b', 'a-2']);
    expect((await workspace.hooks('import', 'in.yaml', '--yes')).stderr).toContain('Nothing to add.\n');
  });

  it("are added to the user's own on request, where they need no approval", async () => {
    const workspace = createWorkspace();
    const hooks = [noteHook('a', SAVED, 'API_TOKEN=hunter22; x')];
    workspace.write('in.json', JSON.stringify({ version: 1, hooks }));
    const asked = await workspace.hooks('import', 'in.json');
    expect(asked.stderr).toContain('      text  template "API_TOKEN=***; x"\n');
    expect(asked.stderr).not.toContain('hunter22');
    const own = await workspace.hooks('import', 'in.json', '--user', '--yes');
    expect(own.code).toBe(0);
    expect(own.stderr).toContain('      text  template "API_TOKEN=hunter22; x"\n');
    expect(await statesOf(workspace)).toEqual({ a: 'enabled' });
    expect(existsSync(join(homeOf(workspace), '.config/toolyard/hooks.json'))).toBe(true);
  });

  it('are refused with every problem where their file is wrong', async () => {
    const workspace = createWorkspace();
    workspace.write('in.json', '{ "version": 1, "hooks": [{ "id": "a" }] }');
    const { code, stderr } = await workspace.hooks('import', 'in.json', '--yes');
    expect(code).toBe(2);
    expect(stderr).toContain(`${join(workspace.folder, 'in.json')}:1:27: $.hooks[0].trigger: Missing required field`);
    expect(await workspace.hooks('import', 'none.json')).toMatchObject({
      code: 2,
      stderr: `${join(workspace.folder, 'none.json')}:1:1: $: There is no such file\n`,
    });
  });
});
