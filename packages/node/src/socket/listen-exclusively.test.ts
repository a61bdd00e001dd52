import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRequest, createResponse, type Frame, type Link } from '@toolyard/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenExclusively, type ExclusiveListener } from './listen-exclusively.ts';
import { joinYard } from './join-yard.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const hosts: ExclusiveListener[] = [];
let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ty-'));
  path = join(folder, 'own', 'a.sock');
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  await rm(folder, { recursive: true });
});

async function host(onLink: (link: Link) => void = answer): Promise<ExclusiveListener | undefined> {
  const hosted = await listenExclusively({ path, onLink });
  if (hosted !== undefined) hosts.push(hosted);
  return hosted;
}

function answer(link: Link): void {
  link.receive((frame) => link.send(createResponse(frame.id ?? 0, JSON.stringify({ method: frame.method }))));
}

async function ask(link: Link | undefined, method: string): Promise<unknown> {
  const got = new Promise<Frame>((resolve) =>
    link?.receive((frame) => {
      resolve(frame);
      return undefined;
    }),
  );
  void link?.send(createRequest(1, method));
  return JSON.parse(new TextDecoder().decode((await got).bytes)).result;
}

/** Connects as another user of the machine, and gives the error's code or `in`. */
async function tryAs(uid: number): Promise<string> {
  const program = `require('node:net').connect(process.argv[1])
    .on('error', (error) => console.log(error.code))
    .on('connect', function () { console.log('in'); this.end(); })`;
  const child = spawn(process.execPath, ['-e', program, path], { uid, gid: uid, stdio: ['ignore', 'pipe', 'inherit'] });
  // A Node that the user may not run is no answer either.
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const [text] = await Promise.race([once(child.stdout, 'data'), failed]);
  return String(text).trim();
}

/** A socket that nobody listens on, as a killed process leaves it. */
async function leaveSocket(): Promise<void> {
  await mkdir(join(folder, 'own'), { mode: 0o700 });
  const server = createServer().listen({ path: `${path}.x` });
  await once(server, 'listening');
  await rename(`${path}.x`, path);
  server.close();
  await once(server, 'close');
}

describe('listenExclusively and joinYard', () => {
  it('move frames both ways', async () => {
    await host();
    const link = await joinYard(path);
    expect(await ask(link, 'tools/list')).toEqual({ method: 'tools/list' });
    await link?.close();
    expect(await link?.closed).toEqual({ expected: true, reason: 'was closed' });
  });

  it('move a message of 20 MB', async () => {
    await host();
    const link = await joinYard(path);
    const method = 'x'.repeat(20_000_000);
    expect(await ask(link, method)).toEqual({ method });
    await link?.close();
  });

  it('are for the user alone', async () => {
    await host();
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'own'))).toEqual(['a.sock']);
  });

  it('know that a yard already listens', async () => {
    await host();
    expect(await host()).toBeUndefined();
    expect(await ask(await joinYard(path), 'ping')).toEqual({ method: 'ping' });
  });

  it('know that nobody listens, and make nothing by looking', async () => {
    expect(await joinYard(path)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    await leaveSocket();
    expect(await joinYard(path)).toBeUndefined();
  });

  it('give one host to many starters in one process', async () => {
    const hosted = await Promise.all(Array.from({ length: 20 }, () => host()));
    expect(hosted.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await readdir(join(folder, 'own'))).toEqual(['a.sock']);
  });

  it('replace what a killed yard left', async () => {
    await leaveSocket();
    const pid = spawnSync('true').pid;
    await writeFile(`${path}.lock`, `${pid} abc`);
    await writeFile(`${path}.abcdef`, 'half-made');
    await writeFile(`${path}.lock.0123456789ab`, 'half-made');
    expect(await host()).toBeDefined();
    expect(await ask(await joinYard(path), 'ping')).toEqual({ method: 'ping' });
    expect(await readdir(join(folder, 'own'))).toEqual(['a.sock']);
  });

  it('let the next yard in when the first is closed, and end its links', async () => {
    const first = await host();
    const link = await joinYard(path);
    await first?.close();
    expect(await link?.closed).toMatchObject({ expected: false, reason: 'closed the connection' });
    expect(await readdir(join(folder, 'own'))).toEqual([]);
    expect(await host()).toBeDefined();
  });

  it('tell the host that a client is gone', async () => {
    const links: Link[] = [];
    await host((link) => {
      links.push(link);
      answer(link);
    });
    const link = await joinYard(path);
    await ask(link, 'ping');
    await link?.close();
    expect(await links[0]?.closed).toMatchObject({ expected: false, reason: 'closed the connection' });
  });

  it.each(['stays', 'half-closes'])('end with a client that does not read and %s', async (how) => {
    await host((link) => {
      link.receive((frame) => {
        for (let count = 0; count < 100; count++)
          void link.send(createResponse(frame.id ?? 0, `"${'x'.repeat(100_000)}"`));
      });
    });
    const socket = connect({ path, allowHalfOpen: true });
    await once(socket, 'connect');
    socket.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await once(socket, 'readable');
    if (how === 'half-closes') socket.end();
    await hosts[0]?.close();
    socket.destroy();
  });

  it('leave the socket of another yard when they close', async () => {
    const first = await host();
    await rm(path);
    expect(await host()).toBeDefined();
    await first?.close();
    expect(await ask(await joinYard(path), 'ping')).toEqual({ method: 'ping' });
  });

  it('refuse a path that is too long, and say so', async () => {
    path = join(folder, 'deep'.repeat(30), 'a.sock');
    const refusal = {
      code: 'socket-unavailable',
      message: expect.stringMatching(/too long \(\d+ bytes, at most 96\)/),
    };
    await expect(host()).rejects.toMatchObject(refusal);
    await expect(joinYard(path)).rejects.toMatchObject(refusal);
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuse a folder that is a link', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), join(folder, 'own'));
    const refusal = { code: 'socket-refused', message: expect.stringContaining(`${join(folder, 'own')} is a link`) };
    await expect(host()).rejects.toMatchObject(refusal);
    await expect(joinYard(path)).rejects.toMatchObject(refusal);
  });

  it('refuse what is no socket, and leave it', async () => {
    await mkdir(join(folder, 'own'));
    await writeFile(path, 'precious');
    await expect(host()).rejects.toMatchObject({ code: 'socket-refused' });
    await expect(joinYard(path)).rejects.toMatchObject({ code: 'socket-refused' });
    expect(await readdir(join(folder, 'own'))).toEqual(['a.sock']);
  });

  it('close a folder that others could enter', async () => {
    await mkdir(join(folder, 'own'));
    await chmod(join(folder, 'own'), 0o777);
    await host();
    expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700);
  });

  it.skipIf(!isRoot)('refuse a folder or a socket of another user', async () => {
    await mkdir(join(folder, 'own'));
    await chown(join(folder, 'own'), NOBODY, NOBODY);
    const refusal = { code: 'socket-refused', message: expect.stringContaining('belongs to another user (65534)') };
    await expect(host()).rejects.toMatchObject(refusal);
    await expect(joinYard(path)).rejects.toMatchObject(refusal);
    await rm(join(folder, 'own'), { recursive: true });
    await leaveSocket();
    await chown(path, NOBODY, NOBODY);
    await expect(host()).rejects.toMatchObject(refusal);
    await expect(joinYard(path)).rejects.toMatchObject(refusal);
  });

  it.skipIf(!isRoot)('keep another user of the machine out', async () => {
    await host();
    await chmod(folder, 0o755);
    expect(await tryAs(NOBODY)).toBe('EACCES');
    // Behind the folder the socket's own mode holds too.
    await chmod(join(folder, 'own'), 0o755);
    expect(await tryAs(NOBODY)).toBe('EACCES');
    expect(await tryAs(0)).toBe('in');
  });
});
