import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { callHook, callsIn, createUrlServer, fire, LIMIT, UP } from './fire-at-servers.ts';

describe('a server that is not there', () => {
  it('is logged and skipped, and the other hooks of the event run', LIMIT, async () => {
    const web = await createUrlServer(() => '');
    const workspace = await createApproved(
      [
        callHook('at-url', 'web', { tool: 'echo' }),
        callHook('exits', 'exits', {}),
        callHook('off', 'off', {}),
        callHook('missing', 'missing', {}),
        UP,
      ],
      {
        servers: {
          web: { type: 'http', url: web.url },
          exits: fixture('exits-on-start'),
          off: { ...fixture('echo'), enabled: false },
        },
      },
    );
    const expected = {
      'at-url': [/^server unavailable: retrying, .*ECONNREFUSED|^server unavailable: retrying, .*refused/, 'retrying'],
      exits: [/^server unavailable: retrying, exited with code 3/, 'retrying'],
      off: [/^server unavailable: disabled$/, 'disabled'],
      missing: [/^server unavailable: "missing" is not in the configuration$/, 'unknown'],
    } as const;
    for (const way of ['without a watch', 'with one']) {
      if (way === 'with one') await workspace.watch();
      const { code, stdout } = await workspace.hooks('fire', 'webhook', '--data', 'n=1');
      expect(code).toBe(0);
      expect(stdout.match(/ {2}skipped: server unavailable: /g)).toHaveLength(4);
      const runs = await fire(workspace, 2);
      for (const [hook, [reason, state]] of Object.entries(expected)) {
        expect(runs[hook]).toMatchObject({ status: 'skipped', attempts: 0, server: { state, status: 'unavailable' } });
        expect(runs[hook]?.reason).toMatch(reason);
      }
      expect(runs['up']).toMatchObject({ status: 'success', server: { key: 'rec', status: 'available' } });
    }
    expect(workspace.calls()).toHaveLength(4);
    expect((await workspace.log()).filter(({ status }) => status === 'skipped')).toHaveLength(16);
  });
});

describe('a server that ends in the middle of a call', () => {
  it('is called again where that does no harm, and only there', LIMIT, async () => {
    const workspace = await createApproved(
      [
        callHook('idempotent', 'once', { tool: 'put' }),
        callHook('plain', 'once', { tool: 'note', event: 'schedule' }),
        UP,
      ],
      {
        servers: { once: { ...fixture('exits-once'), cwd: '.', env: { RECORD: 'once.jsonl' } } },
      },
    );
    await workspace.watch();
    const first = await fire(workspace, 1);
    expect(first['idempotent']).toMatchObject({ status: 'success', attempts: 2, result: 'noted 1' });
    expect(first['up']).toMatchObject({ status: 'success' });
    expect((await fire(workspace, 2, 'schedule'))['plain']).toMatchObject({
      status: 'error',
      attempts: 1,
      reason: expect.stringContaining('exited with code 7'),
    });
    expect((await fire(workspace, 3, 'schedule'))['plain']).toMatchObject({ status: 'success', attempts: 1 });
    const calls = callsIn(join(dirname(workspace.folder), 'once.jsonl'));
    expect(calls.map(({ tool, arguments: { text } }) => `${tool} ${String(text)}`)).toEqual([
      'put 1',
      'put 1',
      'note 2',
      'note 3',
    ]);
    const logged = (await workspace.log()).filter(({ hook }) => hook !== 'up');
    expect(logged.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['success', 2],
      ['error', 1],
      ['success', 1],
    ]);
  });
});

describe('a server that does not answer', () => {
  it('is given up after the time of the hook, and the next event works', LIMIT, async () => {
    const workspace = await createApproved([
      callHook('slow', 'rec', { tool: 'slow', timeout: 1000 }),
      callHook('quick', 'rec', { event: 'schedule' }),
    ]);
    await workspace.watch();
    const { slow } = await fire(workspace, 1);
    expect(slow).toMatchObject({ status: 'timeout', reason: 'Execution timeout after 1000 ms', attempts: 1 });
    const cancelled = join(dirname(workspace.folder), 'calls.jsonl.cancelled');
    await waitUntil(() => callsIn(cancelled).length === 1, WAIT_MS);
    expect(callsIn(cancelled)).toEqual([{ tool: 'slow', arguments: { text: '1' } }]);
    expect((await fire(workspace, 2, 'schedule'))['quick']).toMatchObject({ status: 'success' });
    writeFileSync(workspace.release, '');
    expect((await fire(workspace, 3))['slow']).toMatchObject({ status: 'success', result: 'done' });
  });
});
