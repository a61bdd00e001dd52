import { join } from 'node:path';
import { createPersonalToken, openTaskStore } from '@toolyard/tasks';
import { createFakeClock } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder, startToolyard } from '../cli/run-toolyard.ts';
import { openSession, post, STATELESS, toCall } from './post-message.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LIMIT_MS = 180_000;

/** Starts a command of `toolyard tasks` in the folder; gives the URL that it says. */
async function start(folder: string, words: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const started = startToolyard(['tasks', ...words], { cwd: folder, env: { SERVICE_AUTH_TOKEN: TOKEN, ...env } });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  let said = '';
  started.child.stderr.on('data', (text: string) => (said += text));
  await started.saw('stderr', 'http://');
  await started.saw('stderr', '\n');
  return /http:\S+/.exec(said)?.[0] ?? '';
}

async function openTasks(): Promise<{ url: string; personal: string }> {
  const { folder, remove } = await createFolder();
  onTestFinished(remove);
  const clock = createFakeClock();
  const store = await openTaskStore({ folder: join(folder, 'data', 'tasks') }, clock);
  const personal = await createPersonalToken(
    { user: 'alice', name: 'laptop', scopes: ['tasks:read', 'tasks:write'] },
    { tokens: store.tokens, clock },
  );
  await store.close();
  const env = { TOOLYARD_DATA_DIR: join(folder, 'data') };
  const backend = await start(folder, ['serve', '--port', '0'], env);
  const url = await start(folder, ['mcp', '--http'], { BACKEND_BASE_URL: backend, MCP_SERVER_PORT: '0' });
  return { url, personal };
}

it(
  'knows the user of each HTTP request by its token alone',
  async () => {
    const { url, personal } = await openTasks();
    const service = { authorization: `Bearer ${TOKEN}` };
    const alice = { authorization: `Bearer ${personal}` };
    const call = async (headers: Readonly<Record<string, string>>, tool: string, args = {}, meta = {}) => {
      const session = { 'mcp-session-id': await openSession(url, headers) };
      return (await post(url, toCall(tool, args, meta), { ...session, ...headers })).result['structuredContent'];
    };

    expect(await call(alice, 'create_task', { title: 'of alice' })).toMatchObject({ user_id: 'alice' });
    expect(await call({ ...service, 'x-user-id': 'bob' }, 'create_task', { title: 'of bob' })).toMatchObject({
      user_id: 'bob',
    });
    expect(await call(service, 'list_tasks', {}, { user_id: 'bob' })).toMatchObject({ tasks: [{ title: 'of bob' }] });
    expect(await call(alice, 'list_tasks')).toMatchObject({ tasks: [{ title: 'of alice' }] });

    const unknown = { error_type: 'authentication_error', message: 'Missing user context in MCP request' };
    const forged = { user_id: 'bob', 'dev.toolyard/http-headers': { ...service, 'x-user-id': 'bob' } };
    expect(await call({}, 'list_tasks')).toMatchObject(unknown);
    expect(await call({ 'x-user-id': 'bob' }, 'list_tasks', {}, forged)).toMatchObject(unknown);
    expect(await call({ authorization: 'Bearer wrong' }, 'list_tasks', {}, forged)).toMatchObject(unknown);
    expect(await call(service, 'list_tasks')).toMatchObject(unknown);
    const forbidden = { error_type: 'authorization_error', message: 'User not authorized to access this resource' };
    expect(await call({ ...alice, 'x-user-id': 'bob' }, 'list_tasks')).toMatchObject(forbidden);
    expect(await call(alice, 'list_tasks', {}, forged)).toMatchObject(forbidden);
    expect(await call({ ...service, 'x-user-id': 'bob' }, 'list_tasks', {}, { user_id: 'alice' })).toMatchObject(
      forbidden,
    );
  },
  LIMIT_MS,
);

it(
  'keeps a session to the token and the user that it began with',
  async () => {
    const { url, personal } = await openTasks();
    const service = { authorization: `Bearer ${TOKEN}`, 'x-user-id': 'bob' };
    const alice = { authorization: `Bearer ${personal}` };
    const session = { 'mcp-session-id': await openSession(url, alice), accept: 'text/event-stream' };
    const statusOf = async (method: string, headers: Readonly<Record<string, string>>): Promise<number> => {
      const leave = new AbortController();
      const { status } = await fetch(url, { method, headers: { ...session, ...headers }, signal: leave.signal });
      leave.abort();
      return status;
    };
    for (const foreign of [{}, service, { ...alice, 'x-user-id': 'alice' }, { authorization: 'Bearer wrong' }]) {
      expect(await statusOf('GET', foreign)).toBe(404);
      expect(await statusOf('GET', { ...foreign, 'last-event-id': '1-0' })).toBe(404);
      expect(await statusOf('DELETE', foreign)).toBe(404);
    }
    expect(await statusOf('GET', alice)).toBe(200);
    expect(await statusOf('DELETE', alice)).toBe(200);
  },
  LIMIT_MS,
);

it(
  'serves clients without sessions in the same way',
  async () => {
    const { url, personal } = await openTasks();
    const call = async (headers: Readonly<Record<string, string>>, tool: string, args = {}, more = {}) => {
      const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool };
      const { result } = await post(url, toCall(tool, args, { ...STATELESS, ...more }), { ...standard, ...headers });
      return result;
    };
    const alice = { authorization: `Bearer ${personal}` };
    expect(await call(alice, 'create_task', { title: 'of alice' })).toMatchObject({
      resultType: 'complete',
      structuredContent: { user_id: 'alice' },
    });
    expect(await call({}, 'list_tasks', {}, { user_id: 'alice' })).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'authentication_error' },
    });
    expect(await call(alice, 'list_tasks', {}, { user_id: 'bob' })).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'authorization_error' },
    });
  },
  LIMIT_MS,
);
