import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { HAS_TERMINAL, startTerminal } from '../cli/start-terminal.ts';
import { createWorkspace, noteHook, toolHook, toText, type Workspace } from './create-workspace.ts';

const WAIT_MS = 30_000;
const text = (source: string, value: unknown): object => ({ toolParam: 'text', source, value });
const ticketHook = toolHook('ticket', 'webhook', 'look', [text('context', 'data.ticket')]);

async function approved(...hooks: readonly object[]): Promise<Workspace> {
  const workspace = createWorkspace();
  workspace.writeHooks(...hooks);
  const { code, stderr } = await workspace.hooks('approve', '--yes');
  expect(stderr).toContain('Approved: ');
  expect(code).toBe(0);
  return workspace;
}

describe('hooks fire', () => {
  it('runs what waits for the event, and prints it', async () => {
    const { hooks, calls } = await approved(
      ticketHook,
      noteHook('other', { event: 'task.ended' }, 'no'),
      noteHook('off', { event: 'webhook' }, 'no', { enabled: false }),
    );
    const fired = await hooks('fire', 'webhook', '--data', 'ticket=T-1');
    expect(fired.stderr).toBe('');
    expect(fired.stdout).toMatch(/^\S+ \S+ {2}ticket {2}webhook {2}success {2}\d+ ms\n\S+ \S+ {2}off .*: disabled\n$/);
    expect(fired.code).toBe(0);
    expect(calls()).toEqual([{ tool: 'look', arguments: { text: 'T-1' } }]);
  });

  it('gives records as JSON, and exit code 1 where a run failed', async () => {
    const { hooks, calls } = await approved(
      toolHook('fails', 'webhook', 'fail', []),
      noteHook('works', { event: 'webhook' }, 'it works'),
    );
    const { stdout, code } = await hooks('fire', 'webhook', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { hook: 'fails', status: 'error', reason: 'it did not work', target: 'rec:fail', attempts: 1 },
      { hook: 'works', status: 'success', result: 'noted it works', server: { key: 'rec', status: 'available' } },
    ]);
    expect(
      calls()
        .map(({ tool }) => tool)
        .toSorted(),
    ).toEqual(['fail', 'note']);
  });

  it('says why nothing ran', async () => {
    const { hooks, calls } = await approved(noteHook('a', { event: 'webhook', if: { status: 'ok' } }, 'x'));
    const unmatched = await hooks('fire', 'webhook', '--data', 'status=bad');
    expect(unmatched.stdout).toMatch(/ {2}a {2}webhook {2}skipped: status is "bad"/);
    expect(unmatched.code).toBe(0);
    const nobody = await hooks('fire', 'schedule');
    expect(nobody).toMatchObject({ code: 0, stdout: '', stderr: 'No hook waits for schedule.\n' });
    const unknown = await hooks('fire', 'web-hook');
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: 'Unknown event: web-hook\nDid you mean webhook?\n' });
    expect(calls()).toEqual([]);
  });

  it('feeds the result of one hook to the next', async () => {
    const { hooks, calls, log } = await approved(
      ticketHook,
      noteHook('next', { event: 'hook.ended', if: { hook: 'ticket' } }, '{status}: {result.seen.text}'),
    );
    expect((await hooks('fire', 'webhook', '--data', 'ticket=T-7')).code).toBe(0);
    expect(calls()).toEqual([
      { tool: 'look', arguments: { text: 'T-7' } },
      { tool: 'note', arguments: { text: 'success: T-7' } },
    ]);
    const [first, second] = await log();
    expect(second).toMatchObject({
      hook: 'next',
      status: 'success',
      chain: [{ hook: 'ticket', run: first?.id, inferred: false }],
    });
  });

  it('is handed over to the one that watches, and waits for it or not', async () => {
    const workspace = await approved(ticketHook, toolHook('slow', 'schedule', 'slow', [toText('slow')]));
    const { hooks, watch, calls, release } = workspace;
    const { child, saw, finished } = await watch();
    const fired = await hooks('fire', 'webhook', '--data', 'ticket=T-2');
    expect(fired).toMatchObject({ code: 0, stdout: expect.stringContaining('  ticket  webhook  success') });
    const left = await hooks('fire', 'schedule', '--no-wait');
    expect(left).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await hooks('fire', 'manual', '--no-wait', '--json')).stdout).toBe('[]\n');
    await waitUntil(() => calls().length === 2, WAIT_MS);
    writeFileSync(release, '');
    await saw('stdout', '  slow  schedule  success');
    child.kill('SIGINT');
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(130);
    expect(stdout).toContain('  ticket  webhook  success');
    expect(stderr).toMatch(/\nStopped\.\n$/);
  });

  it('is one engine for many commands at the same time', async () => {
    const { hooks, calls, log } = await approved(ticketHook);
    const tickets = Array.from({ length: 6 }, (_, index) => `T-${index}`);
    const fired = await Promise.all(tickets.map((ticket) => hooks('fire', 'webhook', '--data', `ticket=${ticket}`)));
    expect(fired.map(({ code, stdout }) => [code, stdout.split('\n').length])).toEqual(tickets.map(() => [0, 2]));
    expect(
      calls()
        .map((call) => String(call.arguments['text']))
        .toSorted(),
    ).toEqual(tickets);
    expect((await log()).map(({ status }) => status)).toEqual(tickets.map(() => 'success'));
  });

  it('carries its chain when a program of a hook calls it, and does not wait there', async () => {
    const script = join(import.meta.dirname, '../../../apps/cli/dist/toolyard.js');
    const fire = {
      type: 'custom',
      parameters: { command: process.execPath, args: [script, 'hooks', 'fire', 'webhook', '--data', 'ticket={event}'] },
    };
    const { hooks, log } = await approved(
      { id: 'one', trigger: { event: 'schedule' }, action: fire },
      { id: 'two', trigger: { event: 'webhook' }, action: fire },
    );
    expect((await hooks('fire', 'schedule')).code).toBe(0);
    const records = (await log()).toSorted((left, right) => left.chain.length - right.chain.length);
    expect(records.map(({ hook, status, reason }) => [hook, status, reason])).toEqual([
      ['one', 'success', undefined],
      ['two', 'success', undefined],
      ['two', 'refused', 'loop: one → two → two'],
    ]);
  });
});

describe('hooks run', () => {
  it('runs one hook now, also a disabled one, and prints its result', async () => {
    const { hooks, calls } = await approved(noteHook('a', { event: 'git.pushed' }, '{data.who}', { enabled: false }));
    const ran = await hooks('run', 'a', '--data', 'who=me');
    expect(ran).toMatchObject({ code: 0, stdout: 'noted me\n', stderr: '' });
    expect(calls()).toEqual([{ tool: 'note', arguments: { text: 'me' } }]);
  });

  it('has exit code 1 and the reason where it fails', async () => {
    const { hooks } = await approved(toolHook('fails', 'manual', 'fail', []));
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
    const { hooks, calls, log } = await approved(toolHook('a', 'manual', 'note', [toText('{user}?'), ...mappings]));
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

  it('knows the nearest id', async () => {
    const { hooks } = await approved(ticketHook);
    expect(await hooks('run', 'tiket')).toMatchObject({
      code: 2,
      stderr: 'Hook not found: tiket\nDid you mean ticket?\n',
    });
  });
});

describe('hooks replay', () => {
  it('runs the hook of a run again for its event', async () => {
    const { hooks, calls, log } = await approved(ticketHook);
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
  it.each([
    ['slow', 'interrupted', 1],
    ['slow_put', 'success', 2],
  ])('is repeated only where it does no harm: %s', async (tool, status, times) => {
    const { start, hooks, calls, log, release } = await approved(
      toolHook('slow', 'webhook', tool, [toText('{data.n}')]),
      ticketHook,
    );
    const killed = start('fire', 'webhook', '--data', 'n=1', 'ticket=T-1');
    await waitUntil(() => calls().some((call) => call.tool === tool), WAIT_MS);
    killed.child.kill('SIGKILL');
    await killed.finished;
    writeFileSync(release, '');
    const next = await hooks('fire', 'schedule');
    expect(next.stderr).toContain('Going on with what a Toolyard that ended has left: ');
    expect(next.code).toBe(0);
    const records = (await log()).filter(({ hook }) => hook === 'slow');
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ status, ...(status === 'success' ? { repeated: true } : {}) });
    expect(calls().filter((call) => call.tool === tool)).toHaveLength(times);
  });

  it('is interrupted by Ctrl-C, which says so', async () => {
    const { start, calls, log } = await approved(toolHook('slow', 'webhook', 'slow', [toText('x')]));
    const fire = start('fire', 'webhook');
    await waitUntil(() => calls().length === 1, WAIT_MS);
    fire.child.kill('SIGINT');
    expect(await fire.finished).toMatchObject({ code: 130, stdout: '', stderr: 'Stopped.\n' });
    expect(await log()).toMatchObject([{ hook: 'slow', status: 'interrupted' }]);
  });

  it('is said where Ctrl-C leaves runs behind, which the next start begins', async () => {
    const { start, hooks, calls, log, release } = await approved(
      toolHook('slow', 'webhook', 'slow', [toText('{data.n}')]),
    );
    const watch = start('watch');
    await watch.saw('stderr', 'Watching ');
    // Five run at once, the sixth waits.
    for (const n of [1, 2, 3, 4, 5, 6]) await hooks('fire', 'webhook', '--no-wait', '--data', `n=${n}`, `path=${n}`);
    await waitUntil(() => calls().length === 5, WAIT_MS);
    watch.child.kill('SIGINT');
    const { code, stderr } = await watch.finished;
    expect(stderr).toContain('Stopped. The next start goes on with what waits: 1 run.\n');
    expect(code).toBe(130);
    writeFileSync(release, '');
    await hooks('fire', 'schedule');
    expect(calls().map((call) => call.arguments['text'])).toHaveLength(6);
    const statuses = (await log()).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 'interrupted'), 'success']);
  });
});

describe('hooks watch', () => {
  it('keeps the hooks while a file is wrong, and takes others when it is right', async () => {
    const workspace = await approved(ticketHook);
    const { saw } = await workspace.watch();
    workspace.writeHooksText('{ "version": 1, "hooks": [ }');
    await saw('stderr', 'The hooks stay as they were, since a file is wrong:');
    await saw('stderr', 'hooks.json:1:');
    expect((await workspace.hooks('fire', 'webhook')).code).toBe(2);
    workspace.writeHooks(ticketHook, noteHook('new', { event: 'file.created', paths: ['*.md'] }, '{path}'));
    await saw('stderr', 'The hooks were read again.\nNot approved, so nothing of it runs: new');
    await saw('stderr', 'for 2 hooks. Ctrl-C ends it.\n');
    expect((await workspace.hooks('approve', '--yes')).code).toBe(0);
    workspace.write('a.txt', 'one');
    workspace.write('a.md', 'one');
    await saw('stdout', '  new  file.created a.md  success');
    expect(workspace.calls()).toEqual([{ tool: 'note', arguments: { text: 'a.md' } }]);
  });

  it('is there once for a workspace', async () => {
    const { watch, hooks, folder } = await approved(ticketHook);
    await watch();
    expect(await hooks('watch')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${folder} is watched already. "toolyard hooks log --follow" shows what happens there.\n`,
    });
  });

  it('prints records as lines with --json', async () => {
    const { watch, hooks } = await approved(ticketHook);
    const { saw, child, finished } = await watch('--json');
    await hooks('fire', 'webhook', '--data', 'ticket=T-1');
    await saw('stdout', '"status":"success"');
    child.kill('SIGINT');
    const [line = ''] = (await finished).stdout.split('\n');
    expect(JSON.parse(line)).toMatchObject({ hook: 'ticket', arguments: { text: 'T-1' } });
  });

  it('waits for a command that runs hooks at the moment', async () => {
    const { start, calls, release } = await approved(toolHook('slow', 'webhook', 'slow', [toText('x')]));
    const fire = start('fire', 'webhook');
    await waitUntil(() => calls().length === 1, WAIT_MS);
    const watch = start('watch');
    await watch.saw('stderr', 'Another command runs hooks of this workspace. Waiting for its end.');
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

  it('runs nothing', async () => {
    const workspace = createWorkspace();
    const { folder, hooks, calls, watch, log } = workspace;
    workspace.writeHooks(ticketHook, evil(folder));
    const { saw } = await watch();
    await saw('stderr', 'Not approved, so nothing of it runs: ticket, evil');
    const fired = await hooks('fire', 'webhook', '--data', 'ticket=T-1');
    expect(fired.stdout.match(/skipped: not approved/g)).toHaveLength(2);
    const ran = await hooks('run', 'evil');
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('The hook "evil" is not approved') });
    expect(calls()).toEqual([]);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
    expect((await log()).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  it('runs nothing that changed since', async () => {
    const workspace = await approved(noteHook('a', { event: 'webhook' }, 'one'));
    workspace.writeHooks(noteHook('a', { event: 'webhook' }, 'two'));
    const changed = await workspace.hooks('fire', 'webhook');
    expect(changed.stdout).toContain('skipped: changed since approved');
    workspace.writeHooks(noteHook('a', { event: 'webhook' }, 'one', { name: 'Another name' }));
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('success');
    // The same hook, but its server is another one.
    const rec = { command: process.execPath, args: ['elsewhere.mjs'] };
    writeFileSync(workspace.config, JSON.stringify({ mcpServers: { rec } }));
    expect((await workspace.hooks('fire', 'webhook')).stdout).toContain('skipped: changed since approved');
    expect(workspace.calls()).toHaveLength(1);
  });

  it('runs with --yes what is there, and nothing that comes later', async () => {
    const workspace = createWorkspace();
    workspace.writeHooks(ticketHook);
    const { saw } = await workspace.watch('--yes');
    expect((await workspace.hooks('fire', 'webhook', '--data', 'ticket=T-1')).stdout).toContain('success');
    workspace.writeHooks(ticketHook, evil(workspace.folder));
    await saw('stderr', 'Not approved, so nothing of it runs: evil');
    await workspace.hooks('fire', 'webhook', '--data', 'ticket=T-2');
    expect(existsSync(join(workspace.folder, 'evil'))).toBe(false);
    expect(workspace.calls()).toHaveLength(2);
  });
});
