import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import {
  createFixtureServer,
  createMemoryLog,
  createTestClient,
  findProcesses,
  parentPidOf,
  waitUntil,
} from '@toolyard/testing';
import { createNotification, type CommandServer, type Link, type ToolyardError } from '@toolyard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCommandLinkStarter, type CommandLinkStarter } from './create-command-link-starter.ts';

const signal = new AbortController().signal;
const log = createMemoryLog();
let starter: CommandLinkStarter;
let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  starter = create();
});

afterEach(async () => {
  await starter.stop();
  await rm(folder, { recursive: true });
});

function create(changes: Partial<Parameters<typeof createCommandLinkStarter>[0]> = {}): CommandLinkStarter {
  const loginPath = (): Promise<undefined> => Promise.resolve(undefined);
  return createCommandLinkStarter({ log, env: process.env, platform: process.platform, loginPath, ...changes });
}

function start(name: string, changes: Partial<CommandServer> = {}): Promise<Link> {
  return starter.start(createFixtureServer(name, changes), signal);
}

function failureOf(changes: Partial<CommandServer>): Promise<ToolyardError> {
  return start('echo', { cwd: folder, ...changes }).then(
    () => expect.fail('it started'),
    (thrown: ToolyardError) => thrown,
  );
}

async function messageOf(changes: Partial<CommandServer>): Promise<string> {
  const error = await failureOf(changes);
  expect(error.code).toBe('server-misconfigured');
  return error.message;
}

async function processOf(link: Link): Promise<{ argv: string[]; env: Record<string, string>; cwd: string }> {
  return JSON.parse(await createTestClient(link).callForText('process'));
}

function findWatchdogs(): number[] {
  return findProcesses('toolyard-watchdog').filter((pid) => parentPidOf(pid) === process.pid);
}

describe('starting', { timeout: 30_000 }, () => {
  it('gives a link that speaks with the process', async () => {
    const client = createTestClient(await start('echo'));
    expect((await client.initialize()).value('result')).toMatchObject({ serverInfo: { name: 'echo' } });
    expect(await client.callForText('add', { a: 2, b: 3 })).toBe('5');
  });

  it('leaves the event loop free between two processes, and waits for none of them to answer', async () => {
    let turn = 0;
    let next = setImmediate(function count() {
      turn += 1;
      next = setImmediate(count);
    });
    const turns = await Promise.all(Array.from({ length: 8 }, () => start('never-answers').then(() => turn)));
    clearImmediate(next);
    expect(new Set(turns).size).toBe(8);
  });

  it('passes on arguments, folder, configured variables and the chain, and nothing secret', async () => {
    starter = create({
      env: { ...process.env, HOME: '/home/me', SECRET_TOKEN: 'hidden' },
      chain: ['/a.json', '/b.json'],
    });
    const link = await start('echo', { args: ['one two', '"', ''], env: { MINE: 'yes' }, cwd: folder });
    const { argv, env, cwd } = await processOf(link);
    expect({ argv, cwd }).toEqual({ argv: ['one two', '"', ''], cwd: folder });
    expect(env).toMatchObject({ HOME: '/home/me', MINE: 'yes', TOOLYARD_CHAIN: '["/a.json","/b.json"]' });
    expect(env).not.toHaveProperty('SECRET_TOKEN');
  });

  it('says which command was not found and what to do', async () => {
    const env = { PATH: folder };
    expect(await messageOf({ command: 'npx', env })).toBe(
      '"npx" was not found. Install Node or set "command" to its full path.',
    );
    expect(await messageOf({ command: './server' })).toBe('"./server" does not exist. Correct "command".');
  });

  it.each([
    ['node x.js', 'node'],
    ['npx -y server', 'npx'],
    ['./run --fast', './run'],
  ])('sees that %j has arguments in it, whatever "args" holds', async (command, program) => {
    await writeFile(join(folder, 'run'), '#!/bin/sh\n', { mode: 0o755 });
    expect(await messageOf({ command, args: ['--stdio'], cwd: folder, env: { PATH: folder } })).toBe(
      `"${command}" was not found. Leave only the program, "${program}", in "command" and put the rest into "args".`,
    );
  });

  it('does not take the spaces in a path for those between arguments', async () => {
    expect(await messageOf({ command: '/opt/My Tools/server', args: [] })).toBe(
      '"/opt/My Tools/server" does not exist. Correct "command".',
    );
  });

  it.each(['.', '', 'bin/..'])('starts no program of its folder through the entry %j of PATH', async (entry) => {
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'node'), '#!/bin/sh\n', { mode: 0o755 });
    const path = (...folders: string[]): { PATH: string } => ({ PATH: [entry, ...folders].join(delimiter) });
    const real = dirname(process.execPath);
    const planted = `${join(folder, 'node')} is not used, because only an empty or relative entry of PATH leads there`;

    starter = create({ env: { ...process.env, ...path(real) } });
    const { env } = await processOf(await start('echo', { command: 'node', cwd: folder }));
    expect(env['PATH']).toBe(real);
    await starter.stop();
    starter = create({ env: { ...process.env, ...path('/nowhere') } });
    expect(await messageOf({ command: 'node' })).toContain(planted);
    expect(await messageOf({ command: 'node', env: path('/nowhere') })).toContain(planted);
  });

  it('says what stands in the way of a file', async () => {
    await writeFile(join(folder, 'server'), '#!/nowhere/interpreter\n');
    expect(await messageOf({ command: './server' })).toBe('"./server" is not executable. Run chmod +x ./server');
    expect(await messageOf({ command: `${folder}/` })).toBe(`"${folder}/" is a folder. Set "command" to a program.`);
    await chmod(join(folder, 'server'), 0o755);
    expect(await messageOf({ command: './server' })).toBe(
      '"./server" exists, but the program named in its first line (#!) was not found. Install that program.',
    );
  });

  it('says that its folder does not exist', async () => {
    const cwd = join(folder, 'gone');
    expect(await messageOf({ cwd })).toBe(`its folder "${cwd}" (cwd) does not exist. Create it or correct "cwd".`);
  });

  it('says that arguments are too long or impossible, without showing them', async () => {
    expect(await messageOf({ args: ['x'.repeat(3_000_000)] })).toBe(
      'its arguments and environment are too long for the system. Shorten "args" or "env".',
    );
    expect(await messageOf({ env: { A: 'secret\0' } })).toBe(
      '"command", "args" or "env" contains a NUL character. Remove it.',
    );
  });

  it('finds a command by the login shell, asks it once, and gives its folders to the server', async () => {
    let asked = 0;
    const loginPath = (): Promise<string> =>
      Promise.resolve([dirname(process.execPath), `/x${++asked}`].join(delimiter));
    starter = create({ loginPath });
    await writeFile(join(folder, 'tool'), '#!/bin/sh\n', { mode: 0o755 });
    const server = createFixtureServer('echo', { command: 'node', env: { PATH: folder } });
    const { env } = await processOf(await starter.start(server, signal));
    expect(env['PATH']).toBe(`${folder}:${dirname(process.execPath)}:/x1`);
  });

  it('gives servers the PATH of the login shell on a desktop, before its own, unless they have one', async () => {
    const loginPath = (): Promise<string> => Promise.resolve(`/from/login:.:${dirname(process.execPath)}`);
    starter = create({ loginPath, isDesktop: true, env: { ...process.env, PATH: '/desktop' } });
    const login = `/from/login:${dirname(process.execPath)}`;
    // One that says where it is may start others by their names.
    for (const command of ['node', process.execPath]) {
      expect((await processOf(await start('echo', { command }))).env['PATH']).toBe(`${login}:/desktop`);
    }
    const { env } = await processOf(await start('echo', { env: { PATH: '/own' } }));
    expect(env['PATH']).toBe(`/own:${login}`);
    expect(await messageOf({ command: 'npx-of-nobody' })).toBe(
      `"npx-of-nobody" was not found in PATH (${login}:/desktop). Install it or set "command" to its full path.`,
    );
  });

  it('rejects and leaves nothing when it is aborted', async () => {
    const marker = `toolyard-marker-${process.pid}-aborted`;
    const controller = new AbortController();
    const starting = starter.start(createFixtureServer('ignores-end', { env: { MARKER: marker } }), controller.signal);
    const refused = expect(starting).rejects.toThrow('its start was cancelled.');
    controller.abort();
    await refused;
    await starter.stop();
    expect(findProcesses(marker)).toEqual([]);
  });

  it('rejects at once when it is aborted while the login shell is asked', async () => {
    starter = create({ loginPath: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const starting = starter.start(createFixtureServer('echo', { command: 'no-such-command' }), controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(starting).rejects.toThrow('its start was cancelled.');
  });

  it('refuses to start after it was stopped', async () => {
    await starter.stop();
    await expect(start('echo')).rejects.toThrow('Toolyard is stopping.');
  });
});

describe('output', { timeout: 30_000 }, () => {
  it('skips what is not a message, warns three times, then only for debugging', async () => {
    const client = createTestClient(await start('prints-garbage', { key: 'noisy' }));
    await client.initialize();
    expect(await client.callForText('echo', { text: 'hello' })).toBe('hello');
    const noise = log.lines.filter((line) => line.server === 'noisy' && line.text.includes('is not a message'));
    expect(noise.slice(0, 4).map((line) => line.level)).toEqual(['warning', 'warning', 'warning', 'debug']);
    expect(noise[0]?.text).toBe(
      'Server "noisy" wrote a line to stdout that is not a message; it is skipped: "Server is starting..."',
    );
    expect(noise.filter((line) => line.level === 'warning').length).toBe(3);
  });

  it('reads 10 MB of stderr as they come and keeps the last 200 lines', async () => {
    const marker = `toolyard-marker-${process.pid}-stderr`;
    const link = await start('fills-stderr', { env: { MARKER: marker } });
    await createTestClient(link).initialize();
    for (const pid of findProcesses(marker)) process.kill(pid, 'SIGKILL');
    const { lastLines, reason } = await link.closed;
    expect(reason).toBe('was ended by signal SIGKILL');
    expect(lastLines?.length).toBe(200);
    expect(lastLines?.at(-1)).toBe('the last line');
  });

  it('masks configured values in what it keeps and logs', async () => {
    const script =
      'console.error(`token ${process.env.TOKEN} ${process.env.SHORT}`); console.log(process.env.TOKEN);' +
      'console.error(`sent ${btoa("me:" + process.env.TOKEN)} and password=other`)';
    const env = { TOKEN: 's3cret-token', SHORT: 'abc' };
    const link = await start('echo', { key: 'masked', command: process.execPath, env });
    const leaky = await starter.start(
      { ...createFixtureServer('echo', { key: 'masked', env }), args: ['-e', script] },
      signal,
    );
    createTestClient(leaky);
    expect((await leaky.closed).lastLines).toEqual([
      'token *** abc',
      expect.stringMatching(/^sent .{0,6}\*\*\*.{0,4} and password=\*\*\*$/),
    ]);
    const texts = log.lines.filter((line) => line.server === 'masked').map((line) => line.text);
    expect(texts).toContain('token *** abc');
    expect(texts).toContain('Server "masked" wrote a line to stdout that is not a message; it is skipped: "***"');
    await link.close();
  });

  it('carries 20 MB each way', async () => {
    const client = createTestClient(await start('big-result'));
    const bytes = 20 * 1024 * 1024;
    expect((await client.callForText('big', { bytes })).length).toBe(bytes);
    expect(await client.callForText('length', { text: 'y'.repeat(bytes) })).toBe(String(bytes));
  });

  it('ends the link on a message over 64 MB', async () => {
    const link = await start('big-result');
    const client = createTestClient(link);
    const answer = client.callForText('big', { bytes: 65 * 1024 * 1024 });
    await expect(answer).rejects.toThrow('sent a message over 64 MB');
    expect(await link.closed).toMatchObject({ expected: false, reason: 'sent a message over 64 MB' });
    await link.close();
  });

  it('keeps the order of many messages', async () => {
    const client = createTestClient(await start('echo'));
    const texts = Array.from({ length: 2000 }, (_, index) => String(index));
    expect(await Promise.all(texts.map((text) => client.callForText('echo', { text })))).toEqual(texts);
    expect(client.answers.map((frame) => frame.id)).toEqual(texts.map((text) => Number(text) + 1));
  });
});

describe('the end of a server', { timeout: 30_000 }, () => {
  it('tells the exit code and the last lines', async () => {
    const link = await start('exits-on-start');
    expect(await link.closed).toEqual({
      expected: false,
      reason: 'exited with code 3',
      lastLines: ['cannot find the thing it needs'],
    });
  });

  it('tells of an exit during a call', async () => {
    const link = await start('exits-on-call');
    await expect(createTestClient(link).callForText('exit')).rejects.toThrow('exited with code 7');
    expect(await link.closed).toMatchObject({ expected: false, lastLines: ['the tool was called, exiting'] });
  });

  it('delivers the last answer and closes although a grandchild holds stdout', async () => {
    const marker = `toolyard-marker-${process.pid}-holds`;
    const link = await start('has-grandchildren', { env: { MARKER: marker } });
    expect(await createTestClient(link).callForText('exit')).toBe('the last answer');
    expect(await link.closed).toMatchObject({ expected: false, reason: 'exited with code 0' });
    await link.close();
    expect(findProcesses(marker)).toEqual([]);
  });

  it('delivers all that was written before the exit, also to a slow receiver', async () => {
    // In one piece that the pipe takes: a server that has to wait for its reader does not exit.
    const write = `const pad = 'x'.repeat(200);
      const lines = Array.from({ length: 600 }, (_, i) => JSON.stringify({ jsonrpc: '2.0', method: 'm' + i, params: { pad } }));
      console.log(lines.join('\\n'));`;
    const link = await starter.start({ ...createFixtureServer('echo'), args: ['-e', write] }, signal);
    const methods: (string | undefined)[] = [];
    link.receive((frame) => {
      methods.push(frame.method);
      return new Promise((resolve) => void setTimeout(resolve, 1));
    });
    await link.closed;
    expect(methods).toEqual(Array.from({ length: 600 }, (_, index) => `m${index}`));
  });

  it('tells that a server closed its input', async () => {
    const script = 'require("fs").closeSync(0); console.error("ready"); setInterval(() => {}, 100_000)';
    const link = await starter.start({ ...createFixtureServer('echo', { key: 'deaf' }), args: ['-e', script] }, signal);
    await waitUntil(() => log.lines.some((line) => line.server === 'deaf' && line.text === 'ready'));
    void link.send(createNotification('notifications/x'));
    expect(await link.closed).toMatchObject({ expected: false, reason: 'closed its input', lastLines: ['ready'] });
  });

  it('tells that a server closed its output', async () => {
    const link = await start('closes-output');
    await expect(createTestClient(link).callForText('close')).rejects.toThrow('closed its output');
    await link.close();
  });

  it('survives writing to a server that is gone', async () => {
    const link = await start('exits-on-start');
    const client = createTestClient(link);
    const requests = Array.from({ length: 50 }, () => client.request('ping', { text: 'x'.repeat(100_000) }));
    const results = await Promise.allSettled(requests);
    expect(results.every((result) => result.status === 'rejected')).toBe(true);
    expect((await link.closed).reason).toBe('exited with code 3');
  });
});

describe('closing', { timeout: 60_000 }, () => {
  it('lets a server leave by itself when its input ends, and hears its last words', async () => {
    const script = `process.on('SIGTERM', () => console.error('asked to leave'));
      process.stdin.resume().on('end', () => console.error('left by itself'));`;
    const link = await starter.start({ ...createFixtureServer('echo'), args: ['-e', script] }, signal);
    await link.close();
    expect(await link.closed).toEqual({ expected: true, reason: 'was stopped', lastLines: ['left by itself'] });
  });

  it('forces a server that ignores the end of its input and SIGTERM', async () => {
    const marker = `toolyard-marker-${process.pid}-ignores`;
    const link = await start('ignores-end', { env: { MARKER: marker } });
    await createTestClient(link).initialize();
    await link.close();
    expect(findProcesses(marker)).toEqual([]);
  });

  it('puts pressure on senders while a server does not read', async () => {
    const link = await start('ignores-input');
    const client = createTestClient(link);
    let sent = 0;
    const notification = createNotification('notifications/x', { text: 'x'.repeat(10_000) });
    while (link.send(notification) === undefined) sent += 1;
    expect(sent * 10_000).toBeLessThan(2_000_000);
    const pressure = link.send(notification);
    expect(pressure).toBeInstanceOf(Promise);
    await link.close();
    await pressure;
    expect(client.notifications).toEqual([]);
  });

  it('leaves nothing of ten servers with grandchildren', async () => {
    const marker = `toolyard-marker-${process.pid}-ten`;
    const links = await Promise.all(
      Array.from({ length: 10 }, () => start('has-grandchildren', { env: { MARKER: marker } })),
    );
    await Promise.all(links.map((link) => createTestClient(link).initialize()));
    await waitUntil(() => findProcesses(marker).length >= 50, 20_000);
    await Promise.all(links.map((link) => link.close()));
    expect(findProcesses(marker)).toEqual([]);
  });

  it('stops all that runs, and the watchdog', async () => {
    const marker = `toolyard-marker-${process.pid}-all`;
    await Promise.all(['echo', 'never-answers', 'slow-start'].map((name) => start(name, { env: { MARKER: marker } })));
    await waitUntil(() => findProcesses(marker).length === 3);
    expect(findWatchdogs().length).toBe(1);
    await starter.stop();
    expect(findProcesses(marker)).toEqual([]);
    expect(findWatchdogs()).toEqual([]);
  });
});
