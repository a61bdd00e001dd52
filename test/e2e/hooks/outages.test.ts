import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { RunRecord } from '@toolyard/hooks';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { fixture } from '../harness/create-yard-folder.ts';
import { createApproved, WAIT_MS } from './approved-workspace.ts';
import { noteHook, toText, type RecordedCall, type Workspace } from './create-workspace.ts';

const LIMIT = { timeout: 180_000 } as const;
const WEBHOOK = { event: 'webhook' };
/** What works next to what does not. */
const UP = noteHook('up', WEBHOOK, 'still {event}');

interface HookOptions {
  readonly tool?: string;
  readonly timeout?: number;
  readonly event?: string;
}

/** A hook that calls a tool of any server. */
function callHook(
  id: string,
  serverId: string,
  { tool = 'note', timeout = 30_000, event = 'webhook' }: HookOptions,
): object {
  const parameters = { serverId, toolName: tool, parameterMappings: [toText('{data.n}')], timeout };
  return { id, trigger: { event }, action: { type: 'mcp', parameters } };
}

/** Enters an event with a number; gives what became of each hook. */
async function fire({ hooks }: Workspace, n: number, event = 'webhook'): Promise<Record<string, RunRecord>> {
  const { stdout, stderr } = await hooks('fire', event, '--json', '--data', `n=${n}`);
  const records: RunRecord[] = JSON.parse(stdout || expect.fail(stderr));
  return Object.fromEntries(records.map((record) => [record.hook, record]));
}

function callsIn(file: string): RecordedCall[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : expect.fail('It has no port.');
}

/** A server at a URL, which can be stopped and started at the same port. */
interface UrlServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  calls(): readonly RecordedCall[];
}

async function createUrlServer(record: () => string): Promise<UrlServer> {
  const port = await findPort();
  let child: ChildProcess | undefined;
  async function stop(): Promise<void> {
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await gone;
  }
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop,
    async start() {
      const env = { PORT: String(port), RECORD: record() };
      child = spawn(process.execPath, [fixturePath('serves-http.mjs')], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      await once(child.stderr ?? expect.fail('It has no stderr.'), 'data');
    },
    calls: () => callsIn(record()),
  };
}

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

/** Ends at once until a file is there, then is the server whose path it was given. */
const LATE = `
  if (!require('node:fs').existsSync('ready')) process.exit(3);
  process.env.RECORD = 'late.jsonl';
  import(require('node:url').pathToFileURL(process.argv[1]));`;

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
      [callHook('slow', 'own', { tool: 'slow', timeout: 1000 }), callHook('quick', 'own', { event: 'schedule' })],
      {
        servers: {
          own: { command: process.execPath, args: ['-e', TELLS_ITS_ID, fixturePath('records-calls.mjs')], cwd: '.' },
        },
        settings: { retryDelaysMs: [50, 50, 50] },
      },
    );
    await workspace.watch();
    for (const n of [1, 2, 3]) expect((await fire(workspace, n))['slow']).toMatchObject({ status: 'timeout' });
    expect((await fire(workspace, 4, 'schedule'))['quick']?.reason).toContain('3 failures in a row');
    process.kill(Number(readFileSync(join(dirname(workspace.folder), 'own.pid'), 'utf8')), 'SIGKILL');
    expect((await fire(workspace, 5, 'schedule'))['quick']).toMatchObject({ status: 'success' });
  });
});

/** Works all the time. */
const WELL = { ...Object(noteHook('well', WEBHOOK, 'x')), action: { type: 'custom', parameters: { command: 'true' } } };

const TELLS_ITS_ID = `
  require('node:fs').writeFileSync('own.pid', String(process.pid));
  process.env.RECORD = 'own.jsonl';
  import(require('node:url').pathToFileURL(process.argv[1]));`;
