import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { HAS_TERMINAL, startTerminal } from '../cli/start-terminal.ts';
import { fixture } from '../harness/create-yard-folder.ts';
import { createWorkspace, noteHook, toText } from './create-workspace.ts';
import { statesOf, writeUserHooks } from './look-at-hooks.ts';

const SAVED = { event: 'file.saved', paths: ['specs/**'] };

describe('an approval', () => {
  it('shows exactly what would run, hides nothing of it, and is not given where nobody can be asked', async () => {
    const workspace = createWorkspace({ servers: { chat: { command: 'chat', args: ['--token', 'hunter22'] } } });
    workspace.writeHooks(
      noteHook('announce', SAVED, '{feature}'),
      {
        id: 'chat',
        trigger: { event: 'git.committed', if: { branch: 'main' } },
        action: {
          type: 'mcp',
          parameters: {
            serverId: 'chat',
            toolName: 'post',
            parameterMappings: [
              toText('{message}'),
              { toolParam: 'api_key', source: 'literal', value: 'hunter33' },
              { toolParam: 'to', source: 'context', value: 'user', default: 'all' },
            ],
          },
        },
      },
      {
        id: 'evil',
        name: 'harmless\u001b[2K\u001b[1A',
        trigger: { event: 'manual' },
        action: {
          type: 'custom',
          parameters: { command: 'rm', args: ['-rf', '{path}', '\u202etxt.'], env: { A_TOKEN: 'hunter44' } },
        },
      },
    );
    const { code, stdout, stderr } = await workspace.hooks('approve');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    // eslint-disable-next-line no-control-regex -- these are the characters that must not be there
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    const [, chat = '', evil = ''] = /^chat\n([\s\S]*)^evil: ([\s\S]*)^Not approved/m.exec(stderr) ?? [];
    expect(chat.split('\n')).toEqual([
      '  when    git.committed, if branch is "main"',
      '  calls   chat:post, for at most 30000 ms',
      '    text     template "{message}"',
      '    api_key  literal "hunter33"',
      '    to       context user, else "all"',
      '  server  chat',
      '    command  chat',
      '    args     --token hunter22',
      `    cwd      ${dirname(workspace.config)}`,
      '',
    ]);
    expect(evil.split('\n')).toEqual([
      'harmless\\u001b[2K\\u001b[1A',
      '  when    manual',
      '  runs    rm -rf {path} "\\u202etxt."',
      '    env  A_TOKEN=hunter44',
      '    for at most 30000 ms',
      '',
    ]);
    expect(await statesOf(workspace)).toEqual({
      announce: 'not approved',
      chat: 'not approved',
      evil: 'not approved',
    });
  });

  it('is of the hook and of its server, and asks again with what changed', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(noteHook('announce', SAVED, '{feature}'), noteHook('other', SAVED, 'a'));
    expect((await workspace.hooks('approve', '--yes')).stderr).toContain('Approved: other\n');
    expect(await statesOf(workspace)).toEqual({ announce: 'enabled', other: 'enabled' });
    expect((await workspace.hooks('approve')).stderr).toBe(
      'Nothing needs approval: all hooks of the workspace are approved already.\n',
    );
    workspace.writeHooks(
      noteHook('announce', SAVED, '{feature} and {user}', { name: 'New name' }),
      noteHook('other', SAVED, 'a', { name: 'Another name', enabled: true }),
    );
    expect(await statesOf(workspace)).toEqual({ announce: 'changed since approved', other: 'enabled' });
    const { code, stderr } = await workspace.hooks('approve');
    expect(code).toBe(2);
    expect(stderr).toContain('  changed since it was approved:\n');
    expect(stderr).toContain('    -    text  template "{feature}"\n    +    text  template "{feature} and {user}"\n');
    workspace.writeHooks(noteHook('announce', SAVED, '{feature}'), noteHook('other', SAVED, 'a'));
    expect(await statesOf(workspace)).toEqual({ announce: 'enabled', other: 'enabled' });
    const servers: { mcpServers: object } = JSON.parse(readFileSync(workspace.config, 'utf8'));
    const rec = { ...fixture('records-calls'), env: { NODE_OPTIONS: '--inspect' } };
    writeFileSync(workspace.config, JSON.stringify({ mcpServers: { ...servers.mcpServers, rec } }));
    expect(await statesOf(workspace)).toEqual({ announce: 'changed since approved', other: 'changed since approved' });
  });

  it('is shown to programs as it is in the end', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(noteHook('announce', SAVED, '{feature}'), noteHook('other', SAVED, 'a'));
    const asked = await workspace.hooks('approve', '--json');
    expect(asked.code).toBe(2);
    const lines = ['announce', '  when    file.saved, paths specs/**', '  calls   rec:note, for at most 30000 ms'];
    expect(JSON.parse(asked.stdout)).toMatchObject({
      hooks: [
        { id: 'announce', source: 'workspace', approval: 'not approved', lines: expect.arrayContaining(lines) },
        { id: 'other', approval: 'not approved' },
      ],
      error: { code: 'config-not-approved' },
    });
    const given = await workspace.hooks('approve', 'other', '--yes', '--json');
    expect(given.code).toBe(0);
    expect(JSON.parse(given.stdout)).toMatchObject([{ id: 'other', approval: 'approved' }]);
    const none = await workspace.hooks('approve', 'other', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject([{ id: 'other', approval: 'approved' }]);
  });

  it('is not needed for hooks of the user, and names hooks that there are', async () => {
    const workspace = createWorkspace();
    writeUserHooks(workspace, noteHook('own', SAVED, 'a'));
    expect(await workspace.hooks('approve')).toMatchObject({
      code: 0,
      stderr: 'Nothing needs approval: these hooks are your own.\n',
    });
    expect(await workspace.hooks('approve', 'onw')).toMatchObject({
      code: 2,
      stderr: 'Hook not found: onw\nDid you mean own?\n',
    });
  });

  it.runIf(HAS_TERMINAL)('is asked for each hook on a terminal', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(noteHook('first', SAVED, 'a'), noteHook('second', SAVED, 'b'));
    const terminal = startTerminal(['hooks', 'approve', '--config', workspace.config], workspace.folder);
    await terminal.type('Let "first" run from now on? [y/N]', 'y\r');
    await terminal.type('Let "second" run from now on? [y/N]', 'n\r');
    const { code, shown } = await terminal.finished;
    expect(code).toBe(1);
    expect(shown).toContain('Approved: first');
    expect(shown).toContain('Not approved: second');
    // The terminal has another home.
    const list = await runToolyard(['hooks', 'list', '--json', '--config', workspace.config], {
      cwd: workspace.folder,
    });
    expect(JSON.parse(list.stdout)).toMatchObject([{ state: 'enabled' }, { state: 'not approved' }]);
  });
});
