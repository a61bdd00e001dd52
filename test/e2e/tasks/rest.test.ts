import { expect, it, onTestFinished } from 'vitest';
import { createFolder, runToolyard, startToolyard, type Running } from '../cli/run-toolyard.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const ENV = { SERVICE_AUTH_TOKEN: TOKEN, TASKS_WRITES_PER_MINUTE: '-1', TASKS_READS_PER_MINUTE: '-1' };
const LIMIT_MS = 240_000;

async function openFolder(): Promise<string> {
  const { folder, remove } = await createFolder();
  onTestFinished(remove);
  return folder;
}

async function serve(cwd: string): Promise<{ served: Running; url: string }> {
  const served = startToolyard(['tasks', 'serve', '--port', '0'], { cwd, env: ENV });
  onTestFinished(() => void served.child.kill('SIGKILL'));
  let said = '';
  served.child.stderr.on('data', (text: string) => (said += text));
  await served.saw('stderr', 'stores its tasks in');
  return { served, url: /listens on (http:\S+)/.exec(said)?.[1] ?? '' };
}

async function stop({ child, finished }: Running): Promise<number | null> {
  child.kill('SIGTERM');
  return (await finished).code;
}

it(
  'lets in with a personal token from the command line, as its user alone, until that is taken back',
  async () => {
    const cwd = await openFolder();
    const token = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runToolyard(['tasks', 'token', 'ann', ...words], { cwd, env: ENV });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout.trim();
    };
    const personal = await token('--read-only', '--name', 'phone');
    const ask = async (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> =>
      (await fetch(`${url}/tasks`, { method, headers: { authorization: `Bearer ${personal}`, ...headers } })).status;

    const first = await serve(cwd);
    expect(await ask(first.url)).toBe(200);
    expect(await ask(first.url, { 'x-user-id': 'bob' })).toBe(403);
    expect(await ask(first.url, {}, 'POST')).toBe(403);
    expect(await stop(first.served)).toBe(0);

    const [hash = '', , scopes, name] = (await token('--list')).split(/ +/);
    expect({ scopes, name }).toEqual({ scopes: 'tasks:read', name: 'phone' });
    await token('--revoke', hash);
    const second = await serve(cwd);
    expect(await ask(second.url)).toBe(401);
    expect(await stop(second.served)).toBe(0);
  },
  LIMIT_MS,
);

it(
  'stops in the middle of writes without losing one that it acknowledged, and exits with 0',
  async () => {
    const cwd = await openFolder();
    const { served, url } = await serve(cwd);
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-user-id': 'ann', 'content-type': 'application/json' };
    const acknowledged: number[] = [];
    let enough = (): void => undefined;
    const busy = new Promise<void>((resolve) => (enough = resolve));
    const write = async (): Promise<void> => {
      for (;;) {
        const reply = await fetch(`${url}/tasks`, { method: 'POST', headers, body: '{"title":"x"}' }).catch(
          () => undefined,
        );
        // No connection any more: it has stopped.
        if (reply === undefined) return;
        expect(reply.status).toBe(201);
        acknowledged.push(((await reply.json()) as { id: number }).id);
        if (acknowledged.length >= 50) enough();
      }
    };
    const writers = Array.from({ length: 10 }, write);
    await busy;
    expect(await stop(served)).toBe(0);
    await Promise.all(writers);

    const again = await serve(cwd);
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await fetch(`${again.url}/tasks?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`, { headers });
      const { tasks, next_cursor: next } = (await page.json()) as {
        tasks: { id: number }[];
        next_cursor: string | null;
      };
      found.push(...tasks.map(({ id }) => id));
      cursor = next;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    const byNumber = (left: number, right: number): number => left - right;
    expect(found.toSorted(byNumber)).toEqual(acknowledged.toSorted(byNumber));
    expect(await stop(again.served)).toBe(0);
  },
  LIMIT_MS,
);
