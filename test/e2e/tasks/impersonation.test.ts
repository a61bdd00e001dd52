import { join } from 'node:path';
import { startPlainTaskBackend } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder, ROOT, runToolyard, startToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder } from '../harness/create-yard-folder.ts';
import { startHttp } from '../http/start-http.ts';
import { openSession, post, STATELESS, toCall } from './post-message.ts';
import { startUp } from './start-up.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LIMIT_MS = 180_000;

/** Everything by which a client over HTTP could say that it is somebody else. */
const FORGED_META = {
  user_id: 'bob',
  'dev.toolyard/http-headers': { authorization: `Bearer ${TOKEN}`, 'x-user-id': 'bob' },
};
const FORGED_HEADERS = { 'x-user-id': 'bob', authorization: `Bearer ${TOKEN}` };

type Caller = (tool: string, args?: object) => Promise<unknown>;

/** Callers that claim to be bob, one in each era. */
async function openForgers(url: string): Promise<readonly Caller[]> {
  const session = { 'mcp-session-id': await openSession(url, FORGED_HEADERS) };
  const call = async (name: string, args: object, meta: object, headers: Record<string, string>): Promise<unknown> => {
    const { result } = await post(url, toCall(name, args, { ...FORGED_META, ...meta }), {
      ...FORGED_HEADERS,
      ...headers,
    });
    return result['structuredContent'];
  };
  return [
    (tool, args = {}) => call(`tasks__${tool}`, args, {}, session),
    (tool, args = {}) => {
      const name = `tasks__${tool}`;
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
      return call(name, args, STATELESS, headers);
    },
  ];
}

it(
  'keeps HTTP clients of the gateway to the one user of the embedded tasks, also through a Toolyard that joined',
  async () => {
    const { folder, remove } = await createFolder();
    onTestFinished(remove);
    const bob = await runToolyard(['call', 'tasks:create_task', 'title=of bob', '--json'], {
      cwd: folder,
      env: { TASKS_USER_ID: 'bob' },
    });
    expect(bob.stdout).toContain('"user_id":"bob"');
    const up = await startUp(folder);
    const joined = startToolyard(['serve', '--http', '0'], { cwd: folder });
    onTestFinished(() => void joined.child.kill('SIGKILL'));
    let told = '';
    joined.child.stderr.on('data', (text: string) => (told += text));
    await joined.saw('stderr', 'Press Ctrl-C to stop.');
    const joinedUrl = /MCP is served at (\S+)\. Press Ctrl-C/.exec(told)?.[1] ?? '';
    for (const url of [up.url, joinedUrl]) {
      for (const call of await openForgers(url)) {
        expect(await call('create_task', { title: 'of local' })).toMatchObject({ user_id: 'local' });
        expect(await call('get_task', { task_id: 1 })).toMatchObject({ error_type: 'not_found_error' });
        expect(JSON.stringify(await call('list_tasks'))).not.toContain('of bob');
      }
    }
  },
  LIMIT_MS,
);

it(
  'keeps HTTP clients of the gateway to the user whom a task server behind it was given, or to none',
  async () => {
    const backend = await startPlainTaskBackend({ token: TOKEN });
    onTestFinished(() => backend.stop());
    const entry = (env: object): Readonly<Record<string, unknown>> => ({
      command: process.execPath,
      args: [join(ROOT, 'apps/cli/dist/toolyard.js'), 'tasks', 'mcp'],
      env: { SERVICE_AUTH_TOKEN: TOKEN, BACKEND_BASE_URL: `http://127.0.0.1:${backend.port}`, ...env },
    });
    const alice = await startHttp(createYardFolder({ tasks: entry({ TASKS_USER_ID: 'alice' }) }));
    for (const call of await openForgers(alice.url)) {
      expect(await call('create_task', { title: 'mine' })).toMatchObject({ user_id: 'alice' });
    }
    const nobody = await startHttp(createYardFolder({ tasks: entry({}) }));
    for (const call of await openForgers(nobody.url)) {
      expect(await call('create_task', { title: 'mine' })).toMatchObject({ error_type: 'authentication_error' });
    }
    const users = backend.requests.map(({ headers }) => headers['x-user-id']).filter((user) => user !== undefined);
    expect(new Set(users)).toEqual(new Set(['alice']));
  },
  LIMIT_MS,
);
