import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder, ROOT, runToolyard, startToolyard, type Running } from '../cli/run-toolyard.ts';
import { createEnvironment } from '../harness/create-yard-folder.ts';
import { RawClient } from '../harness/raw-client.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LIMIT_MS = 180_000;

async function openFolder(): Promise<{ folder: string; file: string }> {
  const { folder, file, remove } = await createFolder({ tasks: { type: 'builtin', name: 'tasks' } });
  onTestFinished(remove);
  return { folder, file };
}

async function serve(folder: string, host = '127.0.0.1'): Promise<{ served: Running; url: string }> {
  const words = ['tasks', 'serve', '--port', '0', '--host', host];
  const served = startToolyard(words, { cwd: folder, env: { SERVICE_AUTH_TOKEN: TOKEN } });
  onTestFinished(() => void served.child.kill('SIGKILL'));
  let said = '';
  served.child.stderr.on('data', (text: string) => (said += text));
  await served.saw('stderr', 'stores its tasks in');
  const url = /listens on (http:\S+)/.exec(said)?.[1] ?? '';
  return { served, url };
}

it(
  'keeps a task of one client for the next, from end to end',
  async () => {
    const { folder } = await openFolder();
    const { served, url } = await serve(folder);
    await writeFile(
      join(folder, '.env'),
      `service_auth_token=${TOKEN}\nbackend_base_url=${url}\nTASKS_USER_ID=alice\n`,
    );
    const openTools = async (): Promise<RawClient> => {
      const args = [join(ROOT, 'apps/cli/dist/toolyard.js'), 'tasks', 'mcp'];
      const client = new RawClient({ command: process.execPath, args, cwd: folder, env: createEnvironment(folder) });
      onTestFinished(() => void client.child.kill('SIGKILL'));
      await client.initialize();
      return client;
    };
    const first = await openTools();
    const ids = { request_id: 'trace-7', session_id: 'chat-3' };
    const created = await first.call('create_task', { title: 'buy milk' }, { _meta: ids });
    expect(created.result).toMatchObject({ structuredContent: { title: 'buy milk', user_id: 'alice' } });
    expect((await first.close()).code).toBe(0);
    const second = await openTools();
    const listed = await second.call('list_tasks');
    expect(listed.result).toMatchObject({ structuredContent: { tasks: [{ title: 'buy milk' }] } });
    await second.close();
    served.child.kill('SIGTERM');
    const { code, stderr } = await served.finished;
    expect(code).toBe(0);
    const lines = [first.stderr, stderr].map((text) =>
      text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : [])),
    );
    for (const log of lines) {
      expect(log.find((line) => line['request_id'] === 'trace-7')).toMatchObject({
        event: 'backend_request',
        user_id: 'alice',
        method: 'POST',
        endpoint: '/tasks',
        status_code: 201,
        error: null,
      });
    }
    expect(lines[0]).toContainEqual(expect.objectContaining(ids));
    expect(first.stderr + stderr).not.toMatch(new RegExp(`${TOKEN}|buy milk`));
  },
  LIMIT_MS,
);

it.each([
  ['127.0.0.1', false],
  ['0.0.0.0', true],
])(
  'warns where others can read the tokens that it is sent: on %s %s',
  async (host, isWarned) => {
    const { folder } = await openFolder();
    const { served } = await serve(folder, host);
    served.child.kill('SIGTERM');
    const { stderr } = await served.finished;
    const advice = 'Listen on 127.0.0.1 behind a proxy that has a certificate.';
    expect(stderr.includes('is not encrypted: anyone') && stderr.includes(advice)).toBe(isWarned);
  },
  LIMIT_MS,
);

it(
  'has the task tools beside other servers, on data of its own',
  async () => {
    const { folder, file } = await openFolder();
    const call = (...words: string[]) => runToolyard(['call', ...words, '--config', file], { cwd: folder });
    const created = await call('tasks:create_task', 'title=buy milk');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('Created [ ] #1 buy milk') });
    const listed = await call('tasks:list_tasks', '--json');
    expect(listed.stdout).toContain('"user_id":"local"');
    const missing = await call('tasks:get_task', 'task_id=99');
    expect(missing).toMatchObject({ code: 1, stdout: expect.stringContaining('Requested resource not found') });
  },
  LIMIT_MS,
);

it(
  'migrates the database once',
  async () => {
    const { folder } = await openFolder();
    const migrate = () => runToolyard(['tasks', 'migrate', '--json'], { cwd: folder });
    const first = await migrate();
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toEqual({ applied: [expect.stringMatching(/^0001-/)] });
    expect(JSON.parse((await migrate()).stdout)).toEqual({ applied: [] });
  },
  LIMIT_MS,
);

it('does not start with wrong settings, and says all that is wrong', async () => {
  const { folder } = await openFolder();
  const env = { MCP_LOG_LEVEL: 'LOUD', BACKEND_BASE_URL: 'ftp://host', BACKEND_TIMEOUT: '-1' };
  const mcp = await runToolyard(['tasks', 'mcp'], { cwd: folder, env });
  expect(mcp.code).toBe(2);
  expect(mcp.stderr.trim().split('\n')).toEqual([
    expect.stringContaining('SERVICE_AUTH_TOKEN is missing'),
    expect.stringContaining('BACKEND_BASE_URL is wrong'),
    expect.stringContaining('MCP_LOG_LEVEL is "LOUD"'),
    expect.stringContaining('BACKEND_TIMEOUT is "-1"'),
  ]);
});
