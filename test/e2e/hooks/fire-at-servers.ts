import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { RunRecord } from '@toolyard/hooks';
import { fixturePath } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { createApproved } from './approved-workspace.ts';
import { noteHook, toText, type RecordedCall, type Workspace } from './create-workspace.ts';

export const LIMIT = { timeout: 180_000 } as const;
/** The event that most hooks here wait for. */
export const WEBHOOK = { event: 'webhook' };
/** What works next to what does not. */
export const UP: object = noteHook('up', WEBHOOK, 'still {event}');

interface HookOptions {
  readonly tool?: string;
  readonly timeout?: number;
  readonly event?: string;
}

/** A hook that calls a tool of any server. */
export function callHook(
  id: string,
  serverId: string,
  { tool = 'note', timeout = 30_000, event = 'webhook' }: HookOptions,
): object {
  const parameters = { serverId, toolName: tool, parameterMappings: [toText('{data.n}')], timeout };
  return { id, trigger: { event }, action: { type: 'mcp', parameters } };
}

/** Enters an event with a number; gives what became of each hook. */
export async function fire({ hooks }: Workspace, n: number, event = 'webhook'): Promise<Record<string, RunRecord>> {
  const { stdout, stderr } = await hooks('fire', event, '--json', '--data', `n=${n}`);
  const records: RunRecord[] = JSON.parse(stdout || expect.fail(stderr));
  return Object.fromEntries(records.map((record) => [record.hook, record]));
}

/** The calls that a server wrote into a file. */
export function callsIn(file: string): RecordedCall[] {
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

/** A server that is not started yet, and writes its calls into the file of that name. */
export async function createUrlServer(record: () => string): Promise<UrlServer> {
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

/** Hooks of servers that are not there are logged and skipped, and the other hooks of the event run. */
export async function expectSkipped({ isWatched }: { readonly isWatched: boolean }): Promise<void> {
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
  if (isWatched) await workspace.watch();
  const { code, stdout } = await workspace.hooks('fire', 'webhook', '--data', 'n=1');
  expect(code).toBe(0);
  expect(stdout.match(/ {2}skipped: server unavailable: /g)).toHaveLength(4);
  const runs = await fire(workspace, 2);
  for (const [hook, [reason, state]] of Object.entries(expected)) {
    expect(runs[hook]).toMatchObject({ status: 'skipped', attempts: 0, server: { state, status: 'unavailable' } });
    expect(runs[hook]?.reason).toMatch(reason);
  }
  expect(runs['up']).toMatchObject({ status: 'success', server: { key: 'rec', status: 'available' } });
  expect(workspace.calls()).toHaveLength(2);
  expect((await workspace.log()).filter(({ status }) => status === 'skipped')).toHaveLength(8);
}
