import { execFileSync } from 'node:child_process';
import { request as secureRequest } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath, TEST_CERTIFICATE, TEST_KEY } from '@toolyard/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  ask,
  HEADERS,
  messagesIn,
  openSession,
  readEvents,
  readMessages,
  type RawSession,
} from '../../integration/http/open-front.ts';
import { runToolyard, startToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { startHttp } from './start-http.ts';

const PATIENT = { listWaitMs: 30_000 };
const base = (url: string): string => new URL(url).origin;

async function answerOf(session: RawSession, method: string, params: object = {}): Promise<unknown> {
  const [answer] = await readMessages(await session.post(ask(`${method}-${Math.random()}`, method, params)));
  return answer;
}

function call(session: RawSession, name: string, args: object = {}): Promise<unknown> {
  return answerOf(session, 'tools/call', { name, arguments: args });
}

function logOf({ folder }: YardFolder): string {
  const file = execFileSync('find', [join(folder, '.local'), '-name', 'log.jsonl'], { encoding: 'utf8' }).trim();
  return readFileSync(file, 'utf8');
}

/** A server that gives back the `_meta` of a call. */
const TELLS_META = (library: string): string => `
import { serve, tool } from ${JSON.stringify(library)};
serve({ name: 'meta', tools: [tool('meta', (args, { params }) => ({ content: [], structuredContent: params._meta }))] });
`;

describe('toolyard serve --http', () => {
  it('lets no remote client say who its user is', async () => {
    const place = createYardFolder({ told: { command: process.execPath, args: ['tells-meta.mjs'] } }, PATIENT);
    place.write('tells-meta.mjs', TELLS_META(fixturePath('mcp-server.mjs')));
    const toolyard = await startHttp(place);
    const session = await openSession(base(toolyard.url));
    await answerOf(session, 'tools/list');
    const params = { name: 'told__meta', arguments: {}, _meta: { user_id: 'somebody else', kept: 1 } };
    const { result } = (await answerOf(session, 'tools/call', params)) as { result: { structuredContent: object } };
    expect(result.structuredContent).toMatchObject({ kept: 1 });
    expect(result.structuredContent).not.toHaveProperty('user_id');
    await toolyard.stop();
  });

  it('writes one line a call into the log, with the id of its request and without arguments', async () => {
    const place = createYardFolder({ echo: fixture('echo') }, PATIENT);
    const toolyard = await startHttp(place);
    const session = await openSession(base(toolyard.url));
    await answerOf(session, 'tools/list');
    const params = { name: 'echo__echo', arguments: { text: 'private words' } };
    const answer = await session.post(ask(1, 'tools/call', params), { 'x-request-id': 'trace-42' });
    expect(answer.headers.get('x-request-id')).toBe('trace-42');
    await readEvents(answer);
    await call(session, 'nothing__here');
    expect(await toolyard.stop()).toBe(0);
    const log = logOf(place);
    const lines = log.split('\n').filter((line) => line.includes('\\"event\\":\\"call\\"'));
    expect(lines.map((line) => JSON.parse(JSON.parse(line).text))).toMatchObject([
      { event: 'call', requestId: 'trace-42', client: 'raw', tool: 'echo:echo', outcome: 'success' },
      { event: 'call', tool: 'nothing__here', outcome: 'failure' },
    ]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', server: 'echo' });
    expect(log).not.toContain('private words');
    expect(log).not.toContain(session.id);
  });

  it('tells those who watch how it is', async () => {
    const { url } = await startHttp(createYardFolder({ echo: fixture('echo') }, PATIENT));
    const session = await openSession(base(url));
    await answerOf(session, 'tools/list');
    await call(session, 'echo__echo', { text: 'x' });
    expect(await (await fetch(`${base(url)}/healthz`)).text()).toBe('ok\n');
    const ready = await fetch(`${base(url)}/readyz`);
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 200,
      body: { ready: true, servers: 1, running: 1, starting: 0, sessions: 1 },
    });
    const metrics = await (await fetch(`${base(url)}/metrics`)).text();
    expect(metrics).toContain('toolyard_servers{state="running"} 1\n');
    expect(metrics).toContain('toolyard_calls_total{outcome="success"} 1\n');
    expect(metrics).toContain('toolyard_calls_running 0\n');
    expect(metrics).toContain('toolyard_sessions 1\n');
  });

  it('is not ready while a server is starting', async () => {
    const { url } = await startHttp(createYardFolder({ never: fixture('never-answers') }));
    const ready = await fetch(`${base(url)}/readyz`);
    expect({ status: ready.status, body: await ready.json() }).toMatchObject({
      status: 503,
      body: { ready: false, starting: 1 },
    });
    expect((await fetch(`${base(url)}/healthz`)).status).toBe(200);
  });

  it('asks for the token, but not for the probes', async () => {
    const place = createYardFolder({ echo: fixture('echo') });
    const toolyard = await startHttp(place, [], { TOOLYARD_TOKEN: 'the-token' });
    const origin = base(toolyard.url);
    expect((await fetch(`${origin}/metrics`)).status).toBe(401);
    expect((await fetch(`${origin}/mcp`, { method: 'POST', headers: HEADERS, body: ask(1, 'x') })).status).toBe(401);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    const headers = { authorization: 'Bearer the-token' };
    expect((await fetch(`${origin}/metrics`, { headers })).status).toBe(200);
    await toolyard.stop();
    expect(logOf(place)).toContain('\\"event\\":\\"refused\\"');
    expect(logOf(place)).not.toContain('the-token');
  });

  it('does not start on an address that others can reach without a token', async () => {
    const { folder, file } = createYardFolder({ echo: fixture('echo') });
    const words = ['serve', '--http', '0.0.0.0:0', '--config', file];
    const { code, stderr } = await runToolyard(words, { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('Others can reach 0.0.0.0, so a token is required: set TOOLYARD_TOKEN or --token');
  });

  it('warns where others can read the tokens of its clients, and not with TLS', async () => {
    const start = async (words: readonly string[]): Promise<string> => {
      const place = createYardFolder({ echo: fixture('echo') });
      place.write('key.pem', TEST_KEY);
      place.write('cert.pem', TEST_CERTIFICATE);
      const all = ['serve', '--http', '0.0.0.0:0', '--config', place.file, ...words];
      const { child, saw, finished } = startToolyard(all, { cwd: place.folder, env: { TOOLYARD_TOKEN: 'the-token' } });
      onTestFinished(() => void child.kill('SIGKILL'));
      await saw('stderr', 'Press Ctrl-C to stop.');
      child.kill('SIGTERM');
      return (await finished).stderr;
    };
    expect(await start([])).toContain(
      'toolyard: Traffic to 0.0.0.0 is not encrypted: anyone who sees the network can read it, tokens included. ' +
        'Use --tls-cert and --tls-key, or listen on 127.0.0.1 behind a proxy that has a certificate.\n',
    );
    expect(await start(['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'])).not.toContain('not encrypted');
  });

  it('says that the port is taken, and starts nothing', async () => {
    const place = createYardFolder({ echo: fixture('echo') });
    const { url } = await startHttp(place);
    const other = createYardFolder({ echo: fixture('echo') });
    const words = ['serve', '--http', new URL(url).port, '--config', other.file];
    const { code, stderr } = await runToolyard(words, { cwd: other.folder });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('another program is using it') });
  });

  it.each([
    [['--http', 'nowhere'], 'Use PORT or HOST:PORT'],
    [['--http', '70000'], 'Use PORT or HOST:PORT'],
    [['--http', '0', '--tls-cert', 'cert.pem'], 'Give both --tls-cert and --tls-key'],
    [['--http', '0', '--tls-cert', 'no.pem', '--tls-key', 'no.pem'], '"no.pem" cannot be read'],
    [['--http', '0', '--tls-cert', 'servers.json', '--tls-key', 'servers.json'], 'has no certificate in PEM'],
    [['--http', '0', '--token', ''], 'The token (TOOLYARD_TOKEN or --token) is empty'],
    [['--http', '0', '--shared'], 'cannot be combined with --http'],
  ])('refuses %j with exit code 2', async (words, message) => {
    const { folder, file } = createYardFolder({});
    const { code, stderr } = await runToolyard(['serve', ...words, '--config', file], { cwd: folder });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it('serves HTTPS', async () => {
    const place = createYardFolder({});
    place.write('key.pem', TEST_KEY);
    place.write('cert.pem', TEST_CERTIFICATE);
    const { url } = await startHttp(place, ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']);
    expect(url).toMatch(/^https:/);
    const sent = secureRequest(`${base(url)}/healthz`, { ca: TEST_CERTIFICATE }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });
});

describe('HTTP beside a yard that runs already', () => {
  it('serves from that one, without the methods of our own, and from its own when that ends', async () => {
    const place = createYardFolder({ echo: fixture('echo'), full: fixture('full') }, PATIENT);
    const first = startToolyard(['serve', '--config', place.file], { cwd: place.folder });
    onTestFinished(async () => {
      first.child.kill('SIGKILL');
      await first.finished;
    });
    first.child.stdin.write(`${ask(1, 'tools/list')}\n`);
    await first.saw('stdout', 'echo__echo');
    const { url } = await startHttp(place);
    const session = await openSession(base(url));
    await answerOf(session, 'tools/list');
    expect(await call(session, 'echo__echo', { text: 'joined' })).toMatchObject({
      result: { content: [{ text: 'joined' }] },
    });
    expect(await answerOf(session, 'toolyard/state')).toMatchObject({ error: { code: -32601 } });
    const reports = { name: 'full__progress', arguments: {}, _meta: { progressToken: 'p' } };
    const events = await readEvents(await session.post(ask('r', 'tools/call', reports)));
    expect(messagesIn(events).length).toBe(4);

    first.child.stdin.end();
    await first.finished;
    let answer: unknown;
    do answer = await call(session, 'echo__echo', { text: 'on its own' });
    while (!JSON.stringify(answer).includes('on its own'));
    expect(answer).toMatchObject({ result: { content: [{ text: 'on its own' }] } });
  });
});

describe('toolyard up', () => {
  it('serves HTTP on the port, and says so', async () => {
    const place = createYardFolder({ echo: fixture('echo') }, PATIENT);
    const up = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
    onTestFinished(async () => {
      up.child.kill('SIGTERM');
      await up.finished;
    });
    let told = '';
    up.child.stdout.on('data', (text: string) => (told += text));
    await up.saw('stdout', 'Press Ctrl-C to stop.');
    const url = /connect to (http\S+)/.exec(told)?.[1] ?? '';
    const session = await openSession(base(url));
    await answerOf(session, 'tools/list');
    expect(await call(session, 'echo__echo', { text: 'up' })).toMatchObject({ result: { content: [{ text: 'up' }] } });
    up.child.kill('SIGTERM');
    expect((await up.finished).code).toBe(0);
  });
});
