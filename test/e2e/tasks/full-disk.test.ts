import { join } from 'node:path';
import { mountSmallDisk } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { createEnvironment, ROOT } from '../harness/create-yard-folder.ts';
import { RawClient } from '../harness/raw-client.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LIMIT_MS = 180_000;
const DATABASE_FULL_MESSAGE =
  'The disk of the database is full, so nothing can be changed. Free disk space, then try again.';

/** A task that no compression makes much smaller. */
function createLargeTask(): object {
  const words = Array.from({ length: 700 }, () => Math.random().toString(36).slice(2));
  return { title: 'x', description: words.join(' ').slice(0, 9900) };
}

/** The backend, with its data in the folder. */
async function startBackend(folder: string) {
  const env = { SERVICE_AUTH_TOKEN: TOKEN, TASKS_WRITES_PER_MINUTE: '-1', TOOLYARD_DATA_DIR: join(folder, 'data') };
  const served = startToolyard(['tasks', 'serve', '--port', '0'], { cwd: folder, env });
  onTestFinished(() => void served.child.kill('SIGKILL'));
  let said = '';
  served.child.stderr.on('data', (text: string) => (said += text));
  await served.saw('stderr', 'stores its tasks in');
  const url = /listens on (http:\S+)/.exec(said)?.[1] ?? '';
  const headers = { authorization: `Bearer ${TOKEN}`, 'x-user-id': 'ann', 'content-type': 'application/json' };
  const ask = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`, { headers })).json();
  return {
    served,
    url,
    ask,
    create: () => fetch(`${url}/tasks`, { method: 'POST', headers, body: JSON.stringify(createLargeTask()) }),
  };
}

async function openTools(folder: string, url: string): Promise<RawClient> {
  const settings = { SERVICE_AUTH_TOKEN: TOKEN, BACKEND_BASE_URL: url, TASKS_USER_ID: 'ann', BACKEND_MAX_RETRIES: '0' };
  const client = new RawClient({
    command: process.execPath,
    args: [join(ROOT, 'apps/cli/dist/toolyard.js'), 'tasks', 'mcp'],
    cwd: folder,
    env: createEnvironment(folder, settings),
  });
  onTestFinished(() => void client.child.kill('SIGKILL'));
  await client.initialize();
  return client;
}

it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'answers with 503 while the disk is full, is not ready, and comes back by itself with all tasks',
  async ({ skip }) => {
    const disk = mountSmallDisk(72) ?? skip();
    onTestFinished(() => disk.remove());
    const { served, url, ask, create } = await startBackend(disk.folder);
    const tools = await openTools(disk.folder, url);
    expect((await create()).status).toBe(201);
    expect(await ask('/readyz')).toEqual({ status: 'ready' });

    disk.fill();
    let kept = 1;
    let refused = await create();
    for (; refused.status === 201; refused = await create()) kept += 1;
    expect(refused.status).toBe(503);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(await refused.json()).toMatchObject({
      type: 'urn:toolyard:problem:unavailable',
      detail: DATABASE_FULL_MESSAGE,
    });
    expect(await ask('/readyz')).toMatchObject({ status: 503, detail: DATABASE_FULL_MESSAGE });
    expect(await ask('/summary')).toMatchObject({ total: kept });
    expect((await tools.call('create_task', createLargeTask())).result).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'backend_error', details: { status: 503, reason: DATABASE_FULL_MESSAGE } },
    });

    disk.free();
    expect(await ask('/readyz')).toEqual({ status: 'ready' });
    expect((await create()).status).toBe(201);
    expect(await ask('/summary')).toMatchObject({ total: kept + 1 });
    await tools.close();
    served.child.kill('SIGTERM');
    expect((await served.finished).code).toBe(0);
  },
  LIMIT_MS,
);
