import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { HAS_TERMINAL, startTerminal } from '../cli/start-terminal.ts';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, noteHook, toolHook, toText } from './create-workspace.ts';
import { expectRepeated, ticketHook } from './ticket-hook.ts';

describe('hooks fire', () => {
  it('runs what waits for the event, and prints it', async () => {
    const { hooks, calls } = await createApproved([
      ticketHook,
      noteHook('other', { event: 'task.ended' }, 'no'),
      noteHook('off', { event: 'webhook' }, 'no', { enabled: false }),
    ]);
    const fired = await hooks('fire', 'webhook', '--data', 'ticket=T-1');
    expect(fired.stderr).toBe('');
    expect(fired.stdout).toMatch(/^\S+ \S+ {2}ticket {2}webhook {2}success {2}\d+ ms\n\S+ \S+ {2}off .*: disabled\n$/);
    expect(fired.code).toBe(0);
    expect(calls()).toEqual([{ tool: 'look', arguments: { text: 'T-1' } }]);
  });

  it('says why nothing ran', async () => {
    const { hooks, calls } = await createApproved([noteHook('a', { event: 'webhook', if: { status: 'ok' } }, 'x')]);
    const unmatched = await hooks('fire', 'webhook', '--data', 'status=bad');
    expect(unmatched.stdout).toMatch(/ {2}a {2}webhook {2}skipped: status is "bad"/);
    expect(unmatched.code).toBe(0);
    const nobody = await hooks('fire', 'schedule');
    expect(nobody).toMatchObject({ code: 0, stdout: '', stderr: 'No hook waits for schedule.\n' });
    const unknown = await hooks('fire', 'web-hook');
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: 'Unknown event: web-hook\nDid you mean webhook?\n' });
    expect(calls()).toEqual([]);
  });

  it('is handed over to the one that watches, and waits for it or not', async () => {
    const workspace = await createApproved([ticketHook, toolHook('slow', 'terminal.ended', 'slow', [toText('slow')])]);
    const { hooks, watch, calls, release } = workspace;
    const { child, saw, finished } = await watch();
    const fired = await hooks('fire', 'webhook', '--data', 'ticket=T-2');
    expect(fired).toMatchObject({ code: 0, stdout: expect.stringContaining('  ticket  webhook  success') });
    const left = await hooks('fire', 'terminal.ended', '--no-wait');
    // On a busy machine the watch may not answer in time; it finds the event on disk then.
    expect(left).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^(?:The event waits for .*\n)?$/),
    });
    expect((await hooks('fire', 'manual', '--no-wait', '--json')).stdout).toBe('[]\n');
    await waitUntil(() => calls().length === 2, WAIT_MS);
    writeFileSync(release, '');
    await saw('stdout', '  slow  terminal.ended  success');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(130);
    expect(stdout).toContain('  ticket  webhook  success');
    expect(stderr).toMatch(/\nStopped\.\n$/);
  });
});

describe('hooks fire --no-wait', () => {
  it('keeps the event where nobody runs hooks, for whoever does next', async () => {
    const { hooks, calls, folder } = await createApproved([ticketHook]);
    const kept = await hooks('fire', 'webhook', '--no-wait', '--data', 'ticket=T-1');
    const said = `The event waits for the next Toolyard that runs the hooks of ${folder}, such as "toolyard hooks watch".\n`;
    expect(kept).toMatchObject({ code: 0, stdout: '', stderr: said });
    // With an option that only the whole command line knows.
    const whole = await hooks('fire', 'webhook', '--no-wait', '--data', 'ticket=T-2', '--json', '--debug');
    expect(whole).toMatchObject({ code: 0, stdout: '[]\n', stderr: said });
    expect((await hooks('log')).stderr).toContain('2 events wait for the next Toolyard that runs these hooks.');
    expect(calls()).toEqual([]);
    const next = await hooks('fire', 'webhook', '--data', 'ticket=T-3');
    expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('  ticket  webhook  success') });
    expect(calls().map((call) => JSON.stringify(call.arguments).match(/T-\d/)?.[0])).toEqual(['T-1', 'T-2', 'T-3']);
    expect((await hooks('log')).stderr).toBe('');
  });

  it('is explained like every other command', async () => {
    const { hooks } = createWorkspace();
    expect(await hooks('fire', 'webhok', '--no-wait')).toMatchObject({
      code: 2,
      stderr: 'Unknown event: webhok\nDid you mean webhook?\n',
    });
    expect(await hooks('fire', 'webhook', '--no-wait', '--data', 'x')).toMatchObject({
      code: 2,
      stderr: '--data "x" is not name=value\n',
    });
    expect(await hooks('fire', '--no-wait', '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Leave the event to the Toolyard that runs the hooks now'),
    });
    const { code, stdout } = await hooks('fire', 'manual', '--no-wait', '--workspace', 'nowhere', '--json');
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 2, error: 'usage' });
  });
});

describe('hooks run', () => {
  it('has exit code 1 and the reason where it fails', async () => {
    const { hooks } = await createApproved([toolHook('fails', 'manual', 'fail', [])]);
    const ran = await hooks('run', 'fails');
    expect(ran.stdout).toBe('it did not work\n');
    expect(ran.stderr).toMatch(/ {2}fails {2}manual {2}error {2}\d+ ms: it did not work\n$/);
    expect(ran.code).toBe(1);
  });

  it('shows with --dry-run what would be given, and calls nothing', async () => {
    const mappings = [
      { toolParam: 'count', source: 'context', value: 'data.count' },
      { toolParam: 'tags', source: 'template', value: '{event}' },
    ];
    const { hooks, calls, log } = await createApproved([
      toolHook('a', 'manual', 'note', [toText('{user}?'), ...mappings]),
    ]);
    const good = await hooks('run', 'a', '--dry-run', '--json', '--data', 'count=3', 'user=Ann');
    expect(JSON.parse(good.stdout)).toEqual({ arguments: { text: 'Ann?', count: 3, tags: ['manual'] }, problems: [] });
    expect(good.code).toBe(0);
    const bad = await hooks('run', 'a', '--dry-run', '--data', 'count=many');
    expect(bad.stderr).toBe('count: must be a whole number, got "many"\n');
    expect(bad.code).toBe(1);
    const missing = await hooks('run', 'a', '--dry-run');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^count: "data.count" has no value for this event\n.*--data name=value.*\n$/);
    expect(calls()).toEqual([]);
    expect(await log()).toEqual([]);
  });

  it.runIf(HAS_TERMINAL)('asks a person who has not approved it', async () => {
    const { folder, config, writeHooks, calls } = createWorkspace();
    writeHooks(noteHook('a', { event: 'manual' }, 'x'));
    const no = startTerminal(['hooks', 'run', 'a', '--config', config], folder);
    await no.type('Let "a" run from now on? [y/N]', '\r');
    expect(await no.finished).toMatchObject({ code: 2, stdout: '' });
    const yes = startTerminal(['hooks', 'run', 'a', '--config', config], folder);
    await yes.type('Let "a" run from now on? [y/N]', 'y\r');
    expect(await yes.finished).toMatchObject({ code: 0, stdout: 'noted x\n' });
    expect(calls()).toHaveLength(1);
  });
});

describe('hooks replay', () => {
  it('runs the hook of a run again for its event', async () => {
    const { hooks, calls, log } = await createApproved([ticketHook]);
    await hooks('fire', 'webhook', '--data', 'ticket=T-1');
    await hooks('fire', 'webhook', '--data', 'ticket=T-2');
    const [first, second] = await log();
    const replayed = await hooks('replay', (first?.id ?? '').slice(0, 10));
    expect(replayed.code).toBe(0);
    expect(calls().map((call) => call.arguments['text'])).toEqual(['T-1', 'T-2', 'T-1']);
    const again = (await log()).at(-1);
    expect(again).toMatchObject({ hook: 'ticket', replayOf: first?.id, chain: [], event: { name: 'webhook' } });
    expect(again?.event.context).toEqual(first?.event.context);
    expect((await hooks('replay', 'last')).code).toBe(0);
    expect((await log()).at(-1)?.replayOf).toBe(again?.id);
    expect(second?.replayOf).toBeUndefined();
    expect(await hooks('replay', 'none')).toMatchObject({ code: 2, stderr: expect.stringContaining('Run not found') });
  });
});

describe('what was going on when Toolyard was killed', () => {
  it('is repeated where it does no harm', () => expectRepeated('slow_put', 'success', 2));

  it('is interrupted by Ctrl-C, which says so', async () => {
    const { start, calls, log } = await createApproved([toolHook('slow', 'webhook', 'slow', [toText('x')])]);
    const fire = start('fire', 'webhook');
    await waitUntil(() => calls().length === 1, WAIT_MS);
    fire.child.kill('SIGINT');
    expect(await fire.finished).toMatchObject({ code: 130, stdout: '', stderr: 'Stopped.\n' });
    expect(await log()).toMatchObject([{ hook: 'slow', status: 'interrupted' }]);
  });
});

describe('hooks watch', () => {
  it('keeps the hooks while a file is wrong, and takes others when it is right', async () => {
    const workspace = await createApproved([ticketHook]);
    const { saw } = await workspace.watch();
    workspace.writeHooksText('{ "version": 1, "hooks": [ }');
    await saw('stderr', 'Keeping the current hooks, because a file has problems:');
    await saw('stderr', 'hooks.json:1:');
    expect((await workspace.hooks('fire', 'webhook')).code).toBe(2);
    workspace.writeHooks(ticketHook, noteHook('new', { event: 'file.created', paths: ['*.md'] }, '{path}'));
    await saw('stderr', 'Reloaded the hooks.\nNot approved, so it does not run: new');
    await saw('stderr', 'for 2 hooks. Press Ctrl-C to stop.\n');
    expect((await workspace.hooks('approve', '--yes')).code).toBe(0);
    workspace.write('a.txt', 'one');
    workspace.write('a.md', 'one');
    await saw('stdout', '  new  file.created a.md  success');
    expect(workspace.calls()).toEqual([{ tool: 'note', arguments: { text: 'a.md' } }]);
  });

  it('is there once for a workspace', async () => {
    const { watch, hooks, folder } = await createApproved([ticketHook]);
    await watch();
    expect(await hooks('watch')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${folder} is already being watched. To see what happens there, run "toolyard hooks log --follow".\n`,
    });
  });

  it('waits for a command that runs hooks at the moment', async () => {
    const { start, calls, release } = await createApproved([toolHook('slow', 'webhook', 'slow', [toText('x')])]);
    const fire = start('fire', 'webhook');
    await waitUntil(() => calls().length === 1, WAIT_MS);
    const watch = start('watch');
    await watch.saw('stderr', 'Another command is running hooks of this workspace. Waiting for it to finish.');
    writeFileSync(release, '');
    await watch.saw('stderr', 'Watching ');
    expect((await fire.finished).code).toBe(0);
  });
});

describe('a workspace that nobody approved', () => {
  const evil = (folder: string): object => ({
    id: 'evil',
    trigger: { event: 'webhook' },
    action: { type: 'custom', parameters: { command: process.execPath, args: ['-e', touch(join(folder, 'evil'))] } },
  });
  const touch = (file: string): string => `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`;

  it('runs with --yes what is there, and nothing that comes later', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(ticketHook);
    const { saw } = await workspace.watch('--yes');
    expect((await workspace.hooks('fire', 'webhook', '--data', 'ticket=T-1')).stdout).toContain('success');
    workspace.writeHooks(ticketHook, evil(workspace.folder));
    await saw('stderr', 'Not approved, so it does not run: evil');
    await workspace.hooks('fire', 'webhook', '--data', 'ticket=T-2');
    expect(existsSync(join(workspace.folder, 'evil'))).toBe(false);
    expect(workspace.calls()).toHaveLength(2);
  });
});
