import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEnvironment, ROOT } from '../harness/create-yard-folder.ts';
import { RawClient } from '../harness/raw-client.ts';
import { startToolyard } from '../cli/run-toolyard.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const LIMIT_MS = 180_000;
const NO_ROOM =
  'The database has no room left to write, so nothing can be changed. Make room on its disk, then try again.';

/** A disk of its own that is small enough to be filled; nothing where this machine does not allow it. */
function mountDisk(): { readonly folder: string; readonly disk: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-full-'));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=72m', 'tmpfs', disk]).status === 0;
  onTestFinished(() => {
    if (isMounted) execFileSync('umount', ['-l', disk]);
    rmSync(folder, { recursive: true, force: true });
  });
  return isMounted ? { folder, disk } : undefined;
}

/** Leaves no byte on the disk; gives the file that takes it. */
function fill(disk: string): string {
  const file = join(disk, 'filler');
  const fd = openSync(file, 'w');
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(fd, block);
  } catch {
    closeSync(fd);
    return file;
  }
}

it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'answers with 503 while the disk is full, is not ready, and comes back by itself with all tasks',
  async ({ skip }) => {
    const mounted = mountDisk();
    if (mounted === undefined) return skip();
    const { folder, disk } = mounted;
    const env = { SERVICE_AUTH_TOKEN: TOKEN, TASKS_WRITES_PER_MINUTE: '-1', TASKS_READS_PER_MINUTE: '-1' };
    const served = startToolyard(['tasks', 'serve', '--port', '0'], {
      cwd: folder,
      env: { ...env, TOOLYARD_DATA_DIR: join(disk, 'data') },
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
    const filler = fill(disk);
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

    rmSync(filler);
    expect(await readiness()).toEqual({ status: 'ready' });
    expect((await create()).status).toBe(201);
    expect(await count()).toMatchObject({ total: kept + 1 });
    await client.close();
    served.child.kill('SIGTERM');
    expect((await served.finished).code).toBe(0);
  },
  LIMIT_MS,
);
