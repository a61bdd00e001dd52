import { join } from 'node:path';
import { mountSmallDisk } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createEnvironment, ROOT } from '../harness/create-yard-folder.ts';
import { RawClient } from '../harness/raw-client.ts';
import { startToolyard } from '../cli/run-toolyard.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LIMIT_MS = 180_000;
const NO_ROOM =
  'The database has no room left to write, so nothing can be changed. Make room on its disk, then try again.';

it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'answers with 503 while the disk is full, is not ready, and comes back by itself with all tasks',
  async ({ skip }) => {
    const disk = mountSmallDisk(72);
    if (disk === undefined) return skip();
    onTestFinished(() => disk.remove());
    const { folder } = disk;
    const env = { SERVICE_AUTH_TOKEN: TOKEN, TASKS_WRITES_PER_MINUTE: '-1', TASKS_READS_PER_MINUTE: '-1' };
    const served = startToolyard(['tasks', 'serve', '--port', '0'], {
      cwd: folder,
      env: { ...env, TOOLYARD_DATA_DIR: join(folder, 'data') },
    });
    onTestFinished(() => void served.child.kill('SIGKILL'));
    let said = '';
    served.child.stderr.on('data', (text: string) => (said += text));
    await served.saw('stderr', 'keeps its tasks in');
    const url = /listens on (http:\S+)/.exec(said)?.[1] ?? '';
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-user-id': 'ann', 'content-type': 'application/json' };
    const create = (): Promise<Response> => {
      // Random, so that it cannot be made smaller.
      const description = Array.from({ length: 700 }, () => Math.random().toString(36).slice(2)).join(' ');
      const body = JSON.stringify({ title: 'x', description: description.slice(0, 9900) });
      return fetch(`${url}/tasks`, { method: 'POST', headers, body });
    };
    const readiness = async (): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
    const count = async (): Promise<unknown> => (await fetch(`${url}/summary`, { headers })).json();

    expect((await create()).status).toBe(201);
    expect(await readiness()).toEqual({ status: 'ready' });
    disk.fill();
    let kept = 1;
    let refused = await create();
    for (; refused.status === 201; refused = await create()) kept += 1;
    expect(refused.status).toBe(503);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(await refused.json()).toMatchObject({ type: 'urn:toolyard:problem:unavailable', detail: NO_ROOM });
    expect(await readiness()).toMatchObject({ status: 503, detail: NO_ROOM });
    expect(await count()).toMatchObject({ total: kept });

    const settings = {
      SERVICE_AUTH_TOKEN: TOKEN,
      BACKEND_BASE_URL: url,
      BACKEND_MAX_RETRIES: '0',
      TASKS_USER_ID: 'ann',
    };
    const client = new RawClient({
      command: process.execPath,
      args: [join(ROOT, 'apps/cli/dist/toolyard.js'), 'tasks', 'mcp'],
      cwd: folder,
      env: createEnvironment(folder, settings),
    });
    onTestFinished(() => void client.child.kill('SIGKILL'));
    await client.initialize();
    const description = Array.from({ length: 700 }, () => Math.random().toString(36).slice(2)).join(' ');
    const called = await client.call('create_task', { title: 'x', description: description.slice(0, 9900) });
    expect(called.result).toMatchObject({
      isError: true,
      structuredContent: { error_type: 'backend_error', details: { status: 503, reason: NO_ROOM } },
    });

    disk.free();
    expect(await readiness()).toEqual({ status: 'ready' });
    expect((await create()).status).toBe(201);
    expect(await count()).toMatchObject({ total: kept + 1 });
    await client.close();
    served.child.kill('SIGTERM');
    expect((await served.finished).code).toBe(0);
  },
  LIMIT_MS,
);
