import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { approveAll, programHook, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook, toText, type Workspace } from './create-workspace.ts';
import { LIMIT, WEBHOOK } from './fire-at-servers.ts';
import { homeOf } from './look-at-hooks.ts';
import { expectNobodyBehind, traceOf, tracing } from './tracing-hook.ts';

/** A server that leaves a trace where it is started. */
const TRACED = {
  command: process.execPath,
  args: [
    '-e',
    "require('node:fs').writeFileSync('started', ''); import(require('node:url').pathToFileURL(process.argv[1]))",
    fixturePath('echo.mjs'),
  ],
  cwd: '.',
};

const tracedHook = (id: string): object => ({
  id,
  trigger: WEBHOOK,
  action: { type: 'mcp', parameters: { serverId: 'traced', toolName: 'echo', parameterMappings: [toText('hello')] } },
});

/** A command in the workspace, with the configuration that lies there. */
function run(workspace: Workspace, ...words: readonly string[]): Promise<Finished> {
  return runToolyard(words, { cwd: workspace.folder, env: { HOME: homeOf(workspace) } });
}

describe('a workspace that nobody approved', () => {
  it('runs and starts nothing, whatever the command, and says so in the log', LIMIT, async () => {
    const workspace = createWorkspace({ servers: { traced: TRACED } });
    const started = join(dirname(workspace.folder), 'started');
    workspace.writeHooks(tracing(workspace), tracedHook('traced'));
    const fired = await workspace.hooks('fire', 'webhook');
    expect(fired.code).toBe(0);
    expect(fired.stdout.match(/ {2}skipped: not approved\n/g)).toHaveLength(2);
    for (const words of [
      ['run', 'evil'],
      ['run', 'traced'],
      ['replay', 'last'],
    ]) {
      const ran = await workspace.hooks(...words);
      expect(ran).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('is not approved, so it did not run'),
      });
    }
    expect(existsSync(started)).toBe(false);
    const { saw } = await workspace.watch();
    await saw('stderr', 'Not approved, so it does not run: evil, traced');
    expect((await workspace.hooks('fire', 'webhook')).stdout.match(/skipped: not approved/g)).toHaveLength(2);
    expect(existsSync(traceOf(workspace))).toBe(false);
    const runs = await workspace.log();
    expect(runs.map(({ status, reason }) => `${status} ${reason}`)).toEqual(Array(4).fill('skipped not approved'));
  });

  it('is asked about its configuration by itself, and starts nothing of it before', LIMIT, async () => {
    const workspace = createWorkspace();
    workspace.write('toolyard.json', JSON.stringify({ mcpServers: { traced: { ...TRACED, cwd: '..' } } }));
    workspace.writeHooks(tracedHook('traced'), tracing(workspace));
    const started = join(dirname(workspace.folder), 'started');
    expect((await run(workspace, 'hooks', 'approve', '--yes')).code).toBe(0);
    for (const words of [['fire', 'webhook'], ['run', 'traced'], ['watch']]) {
      expect(await run(workspace, 'hooks', ...words)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('toolyard.json'),
      });
    }
    expect(existsSync(started)).toBe(false);
    expect(existsSync(traceOf(workspace))).toBe(false);
    expect((await run(workspace, 'approve', '--yes')).code).toBe(0);
    const fired = await run(workspace, 'hooks', 'fire', 'webhook');
    expect(fired.stdout.match(/ {2}success /g)).toHaveLength(2);
    expect(existsSync(started)).toBe(true);
  });

  it('is not the one that was approved, though its hooks are the same', LIMIT, async () => {
    const [first, second] = [createWorkspace(), createWorkspace()];
    const hook = programHook('same', WEBHOOK, process.execPath, '-e', "require('node:fs').writeFileSync('ran', '')");
    for (const workspace of [first, second]) workspace.writeHooks(hook);
    await approveAll(first);
    // Both have one home, and so one place for approvals.
    const inSecond = await runToolyard(['hooks', 'fire', 'webhook', '--config', first.config], {
      cwd: second.folder,
      env: { HOME: homeOf(first) },
    });
    expect(inSecond.stdout).toContain('skipped: not approved');
    expect(existsSync(join(second.folder, 'ran'))).toBe(false);
    expect((await first.hooks('fire', 'webhook')).stdout).toContain('success');
    expect(existsSync(join(first.folder, 'ran'))).toBe(true);
  });
});

describe('what was approved and then changed', () => {
  it('does not run: the hook, or its server in the configuration of the workspace', LIMIT, async () => {
    const workspace = createWorkspace();
    const record = join(dirname(workspace.folder), 'own.jsonl');
    const own = { command: process.execPath, args: [fixturePath('records-calls.mjs')], env: { RECORD: record } };
    const write = (more: object): void =>
      workspace.write('toolyard.json', JSON.stringify({ mcpServers: { rec: { ...own, ...more } } }));
    const count = (): number => (existsSync(record) ? readFileSync(record, 'utf8').split('\n').length - 1 : 0);
    const fire = (): Promise<Finished> => run(workspace, 'hooks', 'fire', 'webhook');
    write({});
    workspace.writeHooks(noteHook('a', WEBHOOK, 'one'));
    expect((await run(workspace, 'approve', '--yes')).code).toBe(0);
    expect((await run(workspace, 'hooks', 'approve', '--yes')).code).toBe(0);
    expect((await fire()).stdout).toContain('success');

    workspace.writeHooks(noteHook('a', WEBHOOK, 'two'));
    expect((await fire()).stdout).toContain('skipped: changed since approved');
    workspace.writeHooks(noteHook('a', WEBHOOK, 'one'));
    expect((await fire()).stdout).toContain('success');

    write({ args: [fixturePath('records-calls.mjs'), '--changed'] });
    expect(await fire()).toMatchObject({ code: 2, stdout: '' });
    expect((await run(workspace, 'approve', '--yes')).code).toBe(0);
    expect((await fire()).stdout).toContain('skipped: changed since approved');
    expect(count()).toBe(2);
    const shown = await run(workspace, 'hooks', 'approve', '--yes');
    expect(shown.stderr).toContain('changed since it was approved');
    expect(shown.stderr).toMatch(/\+ {4}args {5}.*--changed/);
    expect((await fire()).stdout).toContain('success');
    expect(count()).toBe(3);
  });
});

describe('a link that leads out of the workspace', () => {
  it('to hooks is used by nobody', LIMIT, () => expectNobodyBehind('.toolyard/hooks.json'));
});

describe('for CI', () => {
  it('--yes approves what it shows, and runs it', LIMIT, async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(programHook('a', WEBHOOK, 'echo', '{data.who}', '$(touch pwned)'));
    const approved = await workspace.hooks('approve', '--yes');
    expect(approved.stderr.split('\n').slice(0, 5)).toEqual([
      'a',
      '  when    webhook',
      '  runs    echo {data.who} "$(touch pwned)"',
      '    for at most 30000 ms',
      'Approved: a',
    ]);
    const { until } = await watchRuns(workspace);
    await workspace.hooks('fire', 'webhook', '--data', 'who=me; touch pwned');
    const { result } = await until(({ hook }) => hook === 'a');
    expect(result).toEqual({ exitCode: 0, stdout: 'me; touch pwned $(touch pwned)\n', stderr: '' });
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);
  });
});
