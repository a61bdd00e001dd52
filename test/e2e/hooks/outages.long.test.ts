import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { fixture } from '../harness/create-yard-folder.ts';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { noteHook, type Workspace } from './create-workspace.ts';
import { callHook, callsIn, createUrlServer, expectSkipped, fire, LIMIT, UP, WEBHOOK } from './fire-at-servers.ts';

describe('a server that is not there', () => {
  it('is logged and skipped where nobody watches, and the other hooks of the event run', LIMIT, () =>
    expectSkipped({ isWatched: false }),
  );

  it.each([
    ['that is tried again by itself', [60_000, 60_000]],
    ['that was given up', []],
  ])('at a URL, %s, works for the next event when it is back', LIMIT, async (_title, retryDelaysMs) => {
    let workspace: Workspace | undefined;
    const web = await createUrlServer(() => join(dirname(workspace?.folder ?? ''), 'web.jsonl'));
    workspace = await createApproved([callHook('web', 'web', { tool: 'echo' }), UP], {
      servers: { web: { type: 'http', url: web.url } },
      settings: { retryDelaysMs },
    });
    await web.start();
    await workspace.watch();
    expect(await fire(workspace, 1)).toMatchObject({ web: { status: 'success' }, up: { status: 'success' } });
    for (const round of [10, 20]) {
      await web.stop();
      for (const n of [1, 2]) {
        const runs = await fire(workspace, round + n);
        expect(runs['web']?.status).not.toBe('success');
        expect(runs['up']).toMatchObject({ status: 'success' });
      }
      expect((await fire(workspace, round + 3))['web']).toMatchObject({
        status: 'skipped',
        reason: expect.stringContaining(
          `server unavailable: ${retryDelaysMs.length === 0 ? 'auto-disabled' : 'retrying'}`,
        ),
      });
      await web.start();
      expect((await fire(workspace, round + 4))['web']).toMatchObject({ status: 'success', attempts: 1 });
    }
    expect(web.calls().map((call) => call.arguments['text'])).toEqual(['1', '14', '24']);
  });

  it('and was not there from the start, works for the next event when it is', LIMIT, async () => {
    const workspace = await createApproved([callHook('late', 'late', {}), UP], {
      servers: { late: { command: process.execPath, args: ['-e', LATE, fixturePath('records-calls.mjs')], cwd: '.' } },
      settings: { retryDelaysMs: [] },
    });
    const place = dirname(workspace.folder);
    await workspace.watch();
    expect(await fire(workspace, 1)).toMatchObject({ late: { status: 'skipped' }, up: { status: 'success' } });
    writeFileSync(join(place, 'ready'), '');
    expect(await fire(workspace, 2)).toMatchObject({ late: { status: 'success' }, up: { status: 'success' } });
    expect(callsIn(join(place, 'late.jsonl'))).toEqual([{ tool: 'note', arguments: { text: '2' } }]);
  });

  it('because a person switched it off, is left alone until it is switched on', LIMIT, async () => {
    const workspace = await createApproved([UP]);
    const switchTo = async (command: string): Promise<void> => {
      const env = { HOME: join(dirname(workspace.folder), 'home') };
      const words = [command, 'rec', '--config', workspace.config];
      expect((await runToolyard(words, { cwd: workspace.folder, env })).code).toBe(0);
    };
    await switchTo('disable');
    expect((await fire(workspace, 1))['up']).toMatchObject({
      status: 'skipped',
      reason: 'server unavailable: disabled',
    });
    await switchTo('enable');
    expect((await fire(workspace, 2))['up']).toMatchObject({ status: 'success' });
  });
});

describe('a server that ends in the middle of a call', () => {
  it('is called again where that does no harm, and only there', LIMIT, async () => {
    const workspace = await createApproved(
      [
        callHook('idempotent', 'once', { tool: 'put' }),
        callHook('plain', 'once', { tool: 'note', event: 'terminal.ended' }),
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
    expect((await fire(workspace, 2, 'terminal.ended'))['plain']).toMatchObject({
      status: 'error',
      attempts: 1,
      reason: expect.stringContaining('exited with code 7'),
    });
    expect((await fire(workspace, 3, 'terminal.ended'))['plain']).toMatchObject({ status: 'success', attempts: 1 });
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

/** Ends at once until a file is there, then is the server whose path it was given. */
const LATE = `
  if (!require('node:fs').existsSync('ready')) process.exit(3);
  process.env.RECORD = 'late.jsonl';
  import(require('node:url').pathToFileURL(process.argv[1]));`;

describe('a server that does not answer', () => {
  it('three times in a row is left alone, and tried again after half a minute', LIMIT, async () => {
    const workspace = await createApproved([callHook('slow', 'rec', { tool: 'slow', timeout: 1000 }), WELL]);
    await workspace.watch();
    for (const n of [1, 2, 3]) expect((await fire(workspace, n))['slow']).toMatchObject({ status: 'timeout' });
    const { slow: left, well } = await fire(workspace, 4);
    expect(left).toMatchObject({ status: 'skipped', attempts: 0 });
    expect(well).toMatchObject({ status: 'success' });
    const [, at = ''] =
      /^server unavailable: 3 failures in a row, tried again at (\S+)$/.exec(left?.reason ?? '') ?? [];
    const wait = Date.parse(at) - Date.parse(left?.endedAt ?? '');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(30_000);
    expect(workspace.calls()).toHaveLength(3);
    writeFileSync(workspace.release, '');
    await waitUntil(() => Date.now() > Date.parse(at), WAIT_MS);
    expect((await fire(workspace, 5))['slow']).toMatchObject({ status: 'success' });
    expect((await fire(workspace, 6))['slow']).toMatchObject({ status: 'success' });
  });

  it('three times in a row and is started again then, is called at once', LIMIT, async () => {
    const workspace = await createApproved(
      [callHook('slow', 'own', { tool: 'slow', timeout: 1000 }), callHook('quick', 'own', { event: 'terminal.ended' })],
      {
        servers: {
          own: { command: process.execPath, args: ['-e', TELLS_ITS_ID, fixturePath('records-calls.mjs')], cwd: '.' },
        },
        settings: { retryDelaysMs: [50, 50, 50] },
      },
    );
    await workspace.watch();
    for (const n of [1, 2, 3]) expect((await fire(workspace, n))['slow']).toMatchObject({ status: 'timeout' });
    expect((await fire(workspace, 4, 'terminal.ended'))['quick']?.reason).toContain('3 failures in a row');
    process.kill(Number(readFileSync(join(dirname(workspace.folder), 'own.pid'), 'utf8')), 'SIGKILL');
    expect((await fire(workspace, 5, 'terminal.ended'))['quick']).toMatchObject({ status: 'success' });
  });
});

/** Works all the time. */
const WELL = { ...Object(noteHook('well', WEBHOOK, 'x')), action: { type: 'custom', parameters: { command: 'true' } } };

const TELLS_ITS_ID = `
  require('node:fs').writeFileSync('own.pid', String(process.pid));
  process.env.RECORD = 'own.jsonl';
  import(require('node:url').pathToFileURL(process.argv[1]));`;
