import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHookEngineClient, type HookEngineClient, type NewEvent } from '@toolyard/hooks';
import { createJournalFile, joinYard, systemClock } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Holds the socket, keeps each event in a journal, and answers at once, never, or takes it never. */
const PROGRAM = `
import { serveEngine } from '@toolyard/hooks';
import { createJournalFile, listenExclusively } from '@toolyard/node';

const [, , path, file] = process.argv;
const journal = createJournalFile(file);
const engine = {
  async enter([event]) {
    process.stdout.write('entered\\n');
    if (event.values.data.takes === 'never') await new Promise(() => undefined);
    const known = await journal.read();
    if (!known.some(({ id }) => id === event.id)) await journal.append([event]);
    return { ended: event.values.data.ends === 'never' ? new Promise(() => undefined) : Promise.resolve([]) };
  },
};
void listenExclusively({ path, onLink: (link) => serveEngine(link, engine) }).then(() => process.stdout.write('ready\\n'));
`;

let root: string;
let program: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolyard-reach-'));
  program = join(root, 'program.cjs');
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  const resolved = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
  await build({ stdin, outfile: program, bundle: true, platform: 'node', format: 'cjs', ...resolved, minify: true });
});
afterAll(() => rm(root, { recursive: true }));

let folder: string;
let host: ChildProcess;
let output: string;
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'one-'));
  await start();
});
afterEach(end);

async function start(): Promise<void> {
  output = '';
  host = spawn(process.execPath, [program, join(folder, 'e.sock'), join(folder, 'journal.jsonl')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  host.stdout?.on('data', (bytes) => (output += bytes));
  await waitUntil(() => output.includes('ready'), 30_000);
}

async function end(): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  const exited = once(host, 'exit');
  host.kill('SIGKILL');
  await exited;
}

async function joinEngine(): Promise<HookEngineClient> {
  const link = await joinYard(join(folder, 'e.sock'));
  if (link === undefined) throw new Error('nobody listens');
  return createHookEngineClient(link, systemClock);
}

function event(id: string, data: object): NewEvent {
  return { name: 'manual', id, values: { data } };
}

async function journalled(): Promise<readonly unknown[]> {
  return createJournalFile(join(folder, 'journal.jsonl')).read();
}

const signal = new AbortController().signal;

describe('an engine in another process', () => {
  it('has an event on the disk when it says that it is taken, and answers', async () => {
    const client = await joinEngine();
    const taken: unknown[] = [];
    const records = await client.enter(event('a', { text: 'ü\n' }), signal, () => taken.push('taken'));
    expect(taken).toEqual(['taken']);
    expect(records).toEqual([]);
    expect(await journalled()).toEqual([event('a', { text: 'ü\n' })]);
  });

  it('lets the event be entered again where it is killed before it took it', async () => {
    const entering = (await joinEngine()).enter(event('a', { takes: 'never' }), signal);
    const refused = expect(entering).rejects.toMatchObject({ code: 'socket-unavailable' });
    await waitUntil(() => output.includes('entered'), 30_000);
    await end();
    await refused;
    expect(await journalled()).toEqual([]);
    await start();
    expect(await (await joinEngine()).enter(event('a', {}), signal)).toEqual([]);
    expect(await journalled()).toEqual([event('a', {})]);
  });

  it('has kept the event where it is killed later', async () => {
    const client = await joinEngine();
    let isTaken = false;
    const entering = client.enter(event('a', { ends: 'never' }), signal, () => (isTaken = true));
    const lost = expect(entering).rejects.toMatchObject({
      code: 'connection-lost',
      message: expect.stringContaining('The event is safe in the queue'),
    });
    await waitUntil(() => isTaken, 30_000);
    await end();
    await lost;
    expect(await journalled()).toEqual([event('a', { ends: 'never' })]);
  });
});
