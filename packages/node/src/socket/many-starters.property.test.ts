import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runs } from '@toolyard/testing';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/**
 * Hosts or joins whenever it reads a line, says which, and says when the yard it joined is gone. As everything that joins
 * it looks again where the yard is gone before it answered: that one was ending.
 */
const PROGRAM = `
import { createRequest, createResponse } from '@toolyard/core';
import { createInterface } from 'node:readline';
import { listenExclusively } from './listen-exclusively.ts';
import { joinYard } from './join-yard.ts';

const path = process.argv[2];
const say = (text) => process.stdout.write(text + '\\n');
const onLink = (link) => link.receive((frame) => link.send(createResponse(frame.id, String(process.pid))));

async function hostOrJoin() {
  if (await listenExclusively({ path, onLink })) return say('hosts ' + process.pid);
  const link = await joinYard(path);
  if (link === undefined) return say('nobody');
  let hasAnswered = false;
  link.receive((frame) => {
    hasAnswered = true;
    say('joined ' + JSON.parse(new TextDecoder().decode(frame.bytes)).result);
  });
  void link.closed.then(() => (hasAnswered ? say('lost') : hostOrJoin()));
  link.send(createRequest(1, 'who'));
}
createInterface({ input: process.stdin }).on('line', hostOrJoin);
say('ready');
`;

interface Starter {
  readonly process: ChildProcess;
  readonly pid: number;
  go(): Promise<string>;
  next(): Promise<string>;
}

let root: string;
let program: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ty-'));
  program = join(root, 'program.mjs');
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'js' },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@toolyard/source'],
    mainFields: ['module', 'main'],
  });
});
afterEach(() => {
  for (const process of started.splice(0)) process.kill('SIGKILL');
});
afterAll(() => rm(root, { recursive: true }));

function start(path: string): Starter {
  const child = spawn(process.execPath, [program, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  return {
    process: child,
    pid: child.pid ?? 0,
    next,
    go() {
      child.stdin.write('go\n');
      return next();
    },
  };
}

async function startMany(path: string, count: number): Promise<Starter[]> {
  const starters = Array.from({ length: count }, () => start(path));
  for (const starter of starters) expect(await starter.next()).toBe('ready');
  return starters;
}

/** Lets all go at once; gives the one that hosts, since when, and the others. */
async function race(starters: readonly Starter[]): Promise<{ host: Starter; hostedAt: number; others: Starter[] }> {
  let hostedAt = 0;
  const goOne = async (starter: Starter): Promise<string> => {
    const said = await starter.go();
    if (said.startsWith('hosts')) hostedAt = performance.now();
    return said;
  };
  const said = await Promise.all(starters.map(goOne));
  const hosts = starters.filter((_, index) => said[index]?.startsWith('hosts'));
  expect(hosts).toHaveLength(1);
  const [host] = hosts;
  if (host === undefined) throw new Error('nobody hosts');
  const others = starters.filter((starter) => starter !== host);
  const expected = starters.map((starter) => (starter === host ? `hosts ${host.pid}` : `joined ${host.pid}`));
  expect(said).toEqual(expected);
  return { host, hostedAt, others };
}

describe('many processes on one path', { timeout: 60_000 }, () => {
  it('give one host that all others join, and a new one within a second after kill -9', async () => {
    const path = join(root, 'race', 'a.sock');
    let { host, hostedAt, others } = await race(await startMany(path, 20));
    while (others.length > 15) {
      host.process.kill('SIGKILL');
      const killedAt = performance.now();
      expect(await Promise.all(others.map((other) => other.next()))).toEqual(others.map(() => 'lost'));
      ({ host, hostedAt, others } = await race(others));
      expect(hostedAt - killedAt).toBeLessThan(1000);
    }
    expect(await readdir(join(root, 'race'))).toEqual(['a.sock']);
  });

  it('give one host where a dead starter left its lock', async () => {
    for (let round = 0; round < runs(5, 1); round++) {
      const path = join(root, `lock-${round}`, 'a.sock');
      await mkdir(join(root, `lock-${round}`), { mode: 0o700 });
      await writeFile(`${path}.lock`, `${spawnSync('true').pid} abc`);
      await race(await startMany(path, 8));
      expect(await readdir(join(root, `lock-${round}`))).toEqual(['a.sock']);
      for (const process of started.splice(0)) process.kill('SIGKILL');
    }
  });

  it('always come to one host again, wherever a starter was killed', async () => {
    const path = join(root, 'killed', 'a.sock');
    for (let round = 0; round < runs(10, 3); round++) {
      const [victim, ...others] = await startMany(path, 4);
      victim?.process.stdin?.write('go\n');
      setTimeout(() => victim?.process.kill('SIGKILL'), Math.random() * 5);
      await once(victim?.process ?? process, 'exit');
      await race(others);
      for (const process of started.splice(0)) process.kill('SIGKILL');
    }
  });
});
