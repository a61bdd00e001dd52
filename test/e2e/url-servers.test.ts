import {
  findProcesses,
  startMcpHttpServer,
  waitUntil,
  type McpHttpOptions,
  type McpHttpServer,
} from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { runToolyard, type Finished } from './cli/run-toolyard.ts';
import { createYardFolder, fixture, type YardFolder } from './harness/create-yard-folder.ts';
import { textOf, type RawClient } from './harness/raw-client.ts';
import { startEverything } from './harness/start-everything.ts';
import { openGateway } from './harness/start-gateway.ts';

const run = ({ folder, file }: YardFolder, ...words: string[]): Promise<Finished> =>
  runToolyard([...words, '--config', file], { cwd: folder });

async function start(options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const server = await startMcpHttpServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Tried again soon, and as often as a busy machine needs to start one. */
const FAST = { retryDelaysMs: [100, ...Array.from({ length: 19 }, () => 1500)] };

async function untilListed(client: RawClient, tool: string, isListed: boolean): Promise<void> {
  for (;;) if ((await client.toolNames()).includes(tool) === isListed) return;
}

it('uses real servers over both transports like any other server', async () => {
  const [modern, old] = await Promise.all([startEverything('streamableHttp'), startEverything('sse')]);
  const place = createYardFolder({
    modern: { type: 'http', url: modern.url },
    old: { type: 'sse', url: old.url },
    guessed: { url: old.url },
  });
  const { stdout } = await run(place, 'status', '--wait', '20000', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    servers: [
      { key: 'modern', state: 'running', tools: 13, failures: 0 },
      { key: 'old', state: 'running', tools: 13, failures: 0 },
      { key: 'guessed', state: 'running', tools: 13, failures: 0 },
    ],
  });
  expect((await run(place, 'tools', '--server', 'modern')).stdout).toContain('modern:echo');
  for (const key of ['modern', 'old', 'guessed']) {
    expect(await run(place, 'call', `${key}:echo`, 'message=hello')).toMatchObject({
      code: 0,
      stdout: 'Echo: hello\n',
    });
  }
  const client = await openGateway(place);
  expect(textOf(await client.call('modern__get-sum', { a: 2, b: 3 }))).toContain('5');
  const args = { duration: 0.3, steps: 3 };
  await client.call('modern__trigger-long-running-operation', args, { _meta: { progressToken: 'p' } });
  const steps = client.messages.filter(({ method }) => method === 'notifications/progress');
  expect(steps.map(({ params }) => [params?.['progressToken'], params?.['progress']])).toEqual([
    ['p', 1],
    ['p', 2],
    ['p', 3],
  ]);
  await client.close();
  // What runs elsewhere is not Toolyard's to stop.
  expect(findProcesses('server-everything')).toEqual(expect.arrayContaining([modern.pid, old.pid]));
});

it('finds a server again that was killed and started again outside', async () => {
  const first = await startEverything('streamableHttp');
  const place = createYardFolder({ far: { type: 'http', url: first.url }, near: fixture('echo') }, FAST);
  const client = await openGateway(place);
  expect(textOf(await client.call('far__echo', { message: 'one' }))).toBe('Echo: one');
  await first.kill();
  await untilListed(client, 'far__echo', false);
  expect(client.stderr).toContain('connection refused. Start it, or check its "url"');
  expect(textOf(await client.call('near__add', { a: 1, b: 1 }))).toBe('2');
  const down = await client.call('far__echo', { message: 'two' });
  expect(down.result).toMatchObject({ isError: true });
  expect(textOf(down)).toContain('Retrying in');
  const again = await startEverything('streamableHttp', Number(new URL(first.url).port));
  expect(again.url).toBe(first.url);
  await untilListed(client, 'far__echo', true);
  expect(textOf(await client.call('far__echo', { message: 'three' }))).toBe('Echo: three');
});

it('goes on in the same connection where a server only forgot its session', async () => {
  const server = await start();
  const place = createYardFolder({ far: { type: 'http', url: server.url } });
  const client = await openGateway(place);
  expect(textOf(await client.call('far__echo', { n: 1 }))).toBe('echo {"n":1}');
  server.forget();
  expect(textOf(await client.call('far__echo', { n: 2 }))).toBe('echo {"n":2}');
  await client.close();
  await waitUntil(() => server.sessions.size === 0);
  expect(client.stderr).toBe('');
});

it('sends headers with every request and shows them to nobody', async () => {
  const secret = 'Zx81-very-secret-value';
  const server = await start({
    take(request, response) {
      if (request.headers['x-team'] !== 'blue' || request.body.includes('tools/call')) {
        const error = { code: -32000, message: `bad header: ${request.headers.authorization}` };
        response.writeHead(403, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
        return true;
      }
      return false;
    },
  });
  const headers = { Authorization: 'Bearer ${TOKEN}', 'X-Team': 'blue' };
  const place = createYardFolder({ far: { type: 'http', url: server.url, headers } });
  const words = ['call', 'far:echo', '--debug', '--config', place.file];
  const { code, stdout, stderr } = await runToolyard(words, { cwd: place.folder, env: { TOKEN: secret } });
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('refused access');
  expect(stdout + stderr).not.toContain(secret);
  expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${secret}`]));
});

it('says what is wrong with an address, each in its own words', async () => {
  const refusing = await start({ take: (_request, response) => (response.writeHead(401).end(), true) });
  const gone = await start();
  await gone.stop();
  const lost = await start({ take: (_request, response) => (response.writeHead(404).end(), true) });
  const place = createYardFolder({
    login: { url: refusing.url },
    gone: { url: gone.url },
    lost: { url: lost.url },
  });
  const { stdout } = await run(place, 'status', '--wait', '20000', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    servers: [
      { key: 'login', state: 'needs-login', reason: expect.stringContaining('requires a login') },
      { key: 'gone', state: 'retrying', phase: 'startup', reason: expect.stringContaining('connection refused') },
      {
        key: 'lost',
        state: 'retrying',
        phase: 'startup',
        reason: expect.stringContaining('Check the path of its "url"'),
      },
    ],
  });
});
