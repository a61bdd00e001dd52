import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createRunLog, hooksFolderOf, type RunLog } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolyard, startToolyard } from '../cli/run-toolyard.ts';
import { fixture } from '../harness/create-yard-folder.ts';
import { createWorkspace, noteHook, toText, type Workspace } from './create-workspace.ts';
import { homeOf, writeUserHooks } from './look-at-hooks.ts';

const SAVED = { event: 'file.saved', paths: ['specs/**'] };
const RECORD = {
  id: 'run-1',
  hook: 'announce',
  source: 'workspace',
  status: 'success',
  event: { id: 'e1', name: 'file.saved', at: '2026-11-15T10:00:00.000Z', context: { path: 'specs/a/spec.md' } },
  action: 'mcp',
  target: 'rec:note',
  server: { key: 'rec', state: 'running', status: 'available' },
  arguments: { text: 'a' },
  attempts: 1,
  queuedAt: '2026-11-15T10:00:00.000Z',
  startedAt: '2026-11-15T10:00:01.000Z',
  endedAt: '2026-11-15T10:00:01.142Z',
  ms: 142,
  chain: [],
  result: { content: [] },
} as const;

/** The log that a watcher of the workspace would write. */
async function openLog(workspace: Workspace): Promise<RunLog> {
  const folder = await hooksFolderOf(join(homeOf(workspace), '.local/state/toolyard'), workspace.folder);
  return createRunLog({ file: join(folder, 'runs.jsonl') });
}

describe('hooks list', () => {
  it('says where hooks are looked for, with an example that is right', async () => {
    const workspace = createWorkspace();
    const { code, stdout, stderr } = await workspace.hooks('list');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(join(workspace.folder, '.toolyard/hooks.json'));
    expect(stderr).toContain(join(homeOf(workspace), '.config/toolyard/hooks.json'));
    workspace.writeHooksText(stderr.slice(stderr.indexOf('{'), stderr.lastIndexOf('}') + 1));
    expect((await workspace.hooks('list')).stdout).toContain('review-commit');
  });

  it('shows each hook with what it runs, whether it may, and how it last ended', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(
      noteHook('announce', SAVED, '{feature}'),
      noteHook('off', SAVED, 'a', { enabled: false }),
      {
        id: 'lost',
        trigger: SAVED,
        action: { type: 'mcp', parameters: { serverId: 'x', toolName: 'y', parameterMappings: [] } },
      },
      { id: 'program', trigger: { event: 'manual' }, action: { type: 'custom', parameters: { command: 'ls' } } },
    );
    writeUserHooks(workspace, noteHook('own', { event: 'git.committed' }, '{commit}'));
    await (await openLog(workspace)).keep(RECORD);
    expect((await workspace.hooks('approve', 'announce', '--yes')).code).toBe(0);
    const { code, stdout, stderr } = await workspace.hooks('list');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'ID        EVENT          RUNS      STATE                    LAST RUN',
      'own       git.committed  rec:note  enabled                  never',
      'announce  file.saved     rec:note  enabled                  success 2026-11-15 10:00:01.142Z',
      'off       file.saved     rec:note  disabled                 never',
      'lost      file.saved     x:y       invalid: unknown server  never',
      'program   manual         ls        not approved             never',
      '',
    ]);
    expect(stderr).toContain('Run "toolyard hooks approve" to see');
  });

  it('is exit code 2 with one line a problem where a file is broken', async () => {
    const workspace = createWorkspace();
    workspace.writeHooksText('{\n  "version": 2,\n  "hoks": []\n}');
    const { code, stdout, stderr } = await workspace.hooks('list');
    const file = join(workspace.folder, '.toolyard/hooks.json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.every((line) => line.startsWith(`${file}:`))).toBe(true);
    expect(stderr).toContain(`${file}:3:3: $.hoks: Unknown key "hoks"; did you mean "hooks"?`);
  });

  it('does not use a file that lies outside of the workspace behind a link', async () => {
    const workspace = createWorkspace();
    const other = createWorkspace();
    other.writeHooks(noteHook('announce', SAVED, 'a'));
    symlinkSync(join(other.folder, '.toolyard'), join(workspace.folder, '.toolyard'));
    const { code, stdout, stderr } = await workspace.hooks('list');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('.toolyard/hooks.json is not used: a link leads out of the workspace');
  });

  it('finds the workspace from a folder below, and by its name from anywhere', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(noteHook('announce', SAVED, 'a'));
    workspace.write('deep/er/x', '');
    const run = (cwd: string, ...words: string[]): ReturnType<typeof runToolyard> =>
      runToolyard(['hooks', 'list', '--config', workspace.config, ...words], { cwd, env: { HOME: homeOf(workspace) } });
    expect((await run(join(workspace.folder, 'deep/er'))).stdout).toContain('announce');
    expect((await run('/', '--workspace', workspace.folder)).stdout).toContain('announce');
    expect(await run('/', '--workspace', join(workspace.folder, 'nowhere'))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The folder .* does not exist\./),
    });
  });

  it('takes the configuration of the workspace, wherever in it the command is given', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(noteHook('announce', SAVED, 'a'));
    workspace.write('toolyard.json', JSON.stringify({ mcpServers: { other: { command: 'ls' } } }));
    workspace.write('deep/x', '');
    const options = { cwd: join(workspace.folder, 'deep'), env: { HOME: homeOf(workspace) } };
    expect((await runToolyard(['hooks', 'list'], options)).stdout).toContain('invalid: unknown server');
  });
});

describe('hooks why', () => {
  const program = (id: string, event: string, args: string[]): object => ({
    id,
    trigger: { event },
    action: { type: 'custom', parameters: { command: 'echo', args } },
  });

  it('says which hooks would run, with what, and why the others not, and starts nothing', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(
      noteHook('announce', SAVED, '{feature} by {user}'),
      noteHook('main-only', { ...SAVED, if: { branch: 'main' } }, 'a'),
      noteHook('other-path', { event: 'file.saved', paths: ['src/**'] }, 'a'),
      noteHook('off', SAVED, 'a', { enabled: false }),
      noteHook('commit', { event: 'git.committed' }, 'a'),
      program('program', 'file.saved', ['{path}', '{data.ticket}']),
      program('unapproved', 'file.saved', []),
    );
    await workspace.hooks('approve', 'announce', 'main-only', 'other-path', 'program', '--yes');
    const why = ['why', 'file.saved', '--data', 'path=specs/login/spec.md', 'user=Ada', 'branch=dev', 'ticket:=7'];
    const { code, stdout } = await workspace.hooks(...why);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'announce would run rec:note',
      'main-only would not run: branch is "dev", not "main"',
      'other-path would not run: path does not match src/**',
      'off would not run: disabled',
      'commit would not run: waits for git.committed',
      'program would run echo',
      '  {"command":"echo","args":["specs/login/spec.md","7"],"env":{}}',
      'unapproved would not run: not approved',
      '  {"command":"echo","args":[],"env":{}}',
      '',
    ]);
    // What the tool takes is known once its server ran.
    expect((await workspace.hooks('check')).code).toBe(0);
    expect(JSON.parse((await workspace.hooks(...why, '--json')).stdout)[0]).toEqual({
      hook: 'announce',
      source: 'workspace',
      target: 'rec:note',
      fires: true,
      arguments: { text: 'login by Ada' },
    });
    expect(workspace.calls()).toEqual([]);
  });

  it('says what would make a run fail', async () => {
    const workspace = createWorkspace();
    writeUserHooks(workspace, program('own', 'manual', ['{commit}']));
    expect((await workspace.hooks('why', 'manual')).stdout).toBe(
      'own would run echo\n  would fail: args[0]: "commit" has no value for this event\n',
    );
  });

  it('knows the servers of a yard that runs', async () => {
    const workspace = createWorkspace({ servers: { off: { ...fixture('records-calls'), enabled: false } } });
    const parameters = { serverId: 'off', toolName: 'note', parameterMappings: [toText('a')] };
    writeUserHooks(workspace, noteHook('up', { event: 'manual' }, 'a'), {
      id: 'down',
      trigger: { event: 'manual' },
      action: { type: 'mcp', parameters },
    });
    const options = { cwd: workspace.folder, env: { HOME: homeOf(workspace) } };
    const gateway = startToolyard(['serve', '--config', workspace.config], options);
    onTestFinished(async () => {
      gateway.child.stdin.end();
      await gateway.finished;
    });
    // Until it can be joined, others run servers of their own.
    const status = ['status', '--json', '--wait', '30000', '--config', workspace.config];
    while (JSON.parse((await runToolyard(status, options)).stdout).yard !== 'running');
    expect(JSON.parse((await workspace.hooks('why', 'manual', '--json')).stdout)).toMatchObject([
      { hook: 'up', fires: true, server: { key: 'rec', state: 'running' }, arguments: { text: 'a' } },
      {
        hook: 'down',
        fires: false,
        reason: expect.stringMatching(/^server unavailable: disabled/),
        server: { key: 'off', state: 'disabled' },
      },
    ]);
  });

  it('says that a file is left out by .gitignore', async () => {
    const workspace = createWorkspace();
    workspace.write('.gitignore', 'dist/\n');
    workspace.writeHooks(noteHook('built', { event: 'file.saved', paths: ['dist/**', 'src/**'] }, '{path}'));
    const why = async (path: string): Promise<string> =>
      (await workspace.hooks('why', 'file.saved', '--data', `path=${path}`)).stderr;
    expect(await why('dist/a.js')).toContain('"hooks watch" ignores dist/a.js because of .gitignore');
    expect(await why('src/a.js')).not.toContain('"hooks watch" ignores');
  });

  it.each([
    [['file.save'], 'Unknown event: file.save\nDid you mean file.saved?\n'],
    [['manual', '--data', 'branch'], '--data "branch" is not name=value\n'],
  ])('refuses %j', async (words, message) => {
    expect(await createWorkspace().hooks('why', ...words)).toMatchObject({ code: 2, stdout: '', stderr: message });
  });
});

describe('hooks log', () => {
  const skipped = {
    ...RECORD,
    id: 'run-2',
    hook: 'lint',
    status: 'skipped',
    reason: 'path does not match src/**',
    attempts: 0,
    startedAt: undefined,
    ms: undefined,
  };
  const looped = {
    ...skipped,
    id: 'other-3',
    status: 'refused',
    reason: 'loop: a → b → a',
    hook: 'a',
    chain: [
      { hook: 'a', run: 'r1', inferred: false },
      { hook: 'b', run: 'r2', inferred: true },
    ],
  };

  async function withRuns(): Promise<{ workspace: Workspace; log: RunLog }> {
    const workspace = createWorkspace();
    const log = await openLog(workspace);
    for (const record of [RECORD, skipped, looped]) await log.keep(record);
    return { workspace, log };
  }

  it('shows what ran, and what did not and why', async () => {
    const { workspace } = await withRuns();
    expect((await workspace.hooks('log')).stdout.split('\n')).toEqual([
      '2026-11-15 10:00:01.142Z  run-1  announce  file.saved specs/a/spec.md  success  142 ms',
      '2026-11-15 10:00:01.142Z  run-2  lint  file.saved specs/a/spec.md  skipped: path does not match src/**',
      '2026-11-15 10:00:01.142Z  other-3  a  file.saved specs/a/spec.md  refused: loop: a → b → a (chain: a → b (guessed) → a)',
      '',
    ]);
  });

  it.each([
    [['--hook', 'lint'], ['run-2']],
    [['--status', 'success'], ['run-1']],
    [
      ['--tail', '2'],
      ['run-2', 'other-3'],
    ],
    [['--tail', '1', '--status', 'skipped'], ['run-2']],
    [[], ['run-1', 'run-2', 'other-3']],
  ])('prints records as lines of JSON with %j', async (words, ids) => {
    const { workspace } = await withRuns();
    const { stdout } = await workspace.hooks('log', '--json', ...words);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(ids);
  });

  it('shows one run in full, by its id, the beginning of it, or as the last', async () => {
    const { workspace } = await withRuns();
    const { code, stdout } = await workspace.hooks('log', 'run-1');
    expect(code).toBe(0);
    expect(stdout).toContain('server    rec was running (available)\n');
    expect(stdout).toContain('arguments\n  {\n    "text": "a"\n  }\n');
    expect(JSON.parse((await workspace.hooks('log', 'run-1', '--json')).stdout)).toEqual(RECORD);
    expect(JSON.parse((await workspace.hooks('log', 'oth', '--json')).stdout)).toMatchObject({ id: 'other-3' });
    expect((await workspace.hooks('log', 'last')).stdout).toContain('chain     a → b (guessed) → a\n');
    expect(await workspace.hooks('log', 'run')).toMatchObject({ code: 2, stderr: expect.stringContaining('Several') });
  });

  it('follows what comes, until Ctrl-C', async () => {
    const { workspace, log } = await withRuns();
    const running = workspace.start('log', '--follow', '--tail', '1');
    await running.saw('stdout', ' refused: loop');
    await log.keep({ ...RECORD, hook: 'later' });
    await running.saw('stdout', '  later  ');
    running.child.kill('SIGINT');
    const { code, stdout } = await running.finished;
    expect(code).toBe(130);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('ends quietly when nobody reads any more', async () => {
    const { workspace, log } = await withRuns();
    const running = workspace.start('log', '--follow');
    await running.saw('stdout', 'lint');
    running.child.stdout.destroy();
    const ended = { is: false };
    void running.finished.then(() => (ended.is = true));
    await waitUntil(() => {
      void log.keep(RECORD);
      return ended.is;
    }, 60_000);
    expect((await running.finished).stderr).toBe('');
  });

  it('says that nothing ran', async () => {
    const workspace = createWorkspace();
    expect(await workspace.hooks('log', '--hook', 'a')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `There are no runs of the hook "a" in the log of ${workspace.folder}.\n`,
    });
  });
});
