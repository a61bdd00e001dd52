import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { noteHook, toolHook, toText } from './create-workspace.ts';
import { expectRepeated, ticketHook } from './ticket-hook.ts';

describe('hooks fire', () => {
  it('gives records as JSON, and exit code 1 where a run failed', async () => {
    const { hooks, calls } = await createApproved([
      toolHook('fails', 'webhook', 'fail', []),
      noteHook('works', { event: 'webhook' }, 'it works'),
    ]);
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

  it('feeds the result of one hook to the next', async () => {
    const { hooks, calls, log } = await createApproved([
      ticketHook,
      noteHook('next', { event: 'hook.ended', if: { hook: 'ticket' } }, '{status}: {result.seen.text}'),
    ]);
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

  it('is one engine for many commands at the same time', async () => {
    const { hooks, calls, log } = await createApproved([ticketHook]);
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
    const script = join(ROOT, 'apps/cli/dist/toolyard.js');
    const fire = {
      type: 'custom',
      parameters: { command: process.execPath, args: [script, 'hooks', 'fire', 'webhook', '--data', 'ticket={event}'] },
    };
    const { hooks, log } = await createApproved([
      { id: 'one', trigger: { event: 'terminal.ended' }, action: fire },
      { id: 'two', trigger: { event: 'webhook' }, action: fire },
    ]);
    expect((await hooks('fire', 'terminal.ended')).code).toBe(0);
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
    const { hooks, calls } = await createApproved([
      noteHook('a', { event: 'git.pushed' }, '{data.who}', { enabled: false }),
    ]);
    const ran = await hooks('run', 'a', '--data', 'who=me');
    expect(ran).toMatchObject({ code: 0, stdout: 'noted me\n', stderr: '' });
    expect(calls()).toEqual([{ tool: 'note', arguments: { text: 'me' } }]);
  });

  it('knows the nearest id', async () => {
    const { hooks } = await createApproved([ticketHook]);
    expect(await hooks('run', 'tiket')).toMatchObject({
      code: 2,
      stderr: 'Hook not found: tiket\nDid you mean ticket?\n',
    });
  });
});

describe('what was going on when Toolyard was killed', () => {
  it('is not repeated where it may do harm', () => expectRepeated('slow', 'interrupted', 1));

  it('is said where Ctrl-C leaves runs behind, which the next start begins', async () => {
    const { start, hooks, calls, log, release } = await createApproved([
      toolHook('slow', 'webhook', 'slow', [toText('{data.n}')]),
    ]);
    const watch = start('watch');
    await watch.saw('stderr', 'Watching ');
    // Five run at once, the sixth waits.
    for (const n of [1, 2, 3, 4, 5, 6]) await hooks('fire', 'webhook', '--no-wait', '--data', `n=${n}`, `path=${n}`);
    await waitUntil(() => calls().length === 5, WAIT_MS);
    watch.child.kill('SIGINT');
    const { code, stderr } = await watch.finished;
    expect(stderr).toContain('Stopped. The next start continues with what is waiting: 1 run.\n');
    expect(code).toBe(130);
    writeFileSync(release, '');
    await hooks('fire', 'schedule');
    expect(calls().map((call) => call.arguments['text'])).toHaveLength(6);
    const statuses = (await log()).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 'interrupted'), 'success']);
  });
});

describe('hooks watch', () => {
  it('prints records as lines with --json', async () => {
    const { watch, hooks } = await createApproved([ticketHook]);
    const { saw, child, finished } = await watch('--json');
    await hooks('fire', 'webhook', '--data', 'ticket=T-1');
    await saw('stdout', '"status":"success"');
    child.kill('SIGINT');
    const [line = ''] = (await finished).stdout.split('\n');
    expect(JSON.parse(line)).toMatchObject({ hook: 'ticket', arguments: { text: 'T-1' } });
  });
});

describe('a workspace that nobody approved', () => {
  it('runs nothing that changed since', async () => {
    const workspace = await createApproved([noteHook('a', { event: 'webhook' }, 'one')]);
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
});
