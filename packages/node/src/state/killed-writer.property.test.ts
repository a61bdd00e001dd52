import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runs } from '@toolyard/testing';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { createFileServerMemory } from './create-file-server-memory.ts';
import { SAVED_SERVER } from './parse-saved-server.ts';
import { parseState } from './versioned-state.ts';

const KILLS = runs(300, 24);
const LANES = 4;
const KEYS = ['a', 'b', 'c'];

/** Writes as fast as it can; `failures` tells how many tools belong to it, so a mixture of two texts would show. */
const PROGRAM = `
import { createFileServerMemory } from './create-file-server-memory.ts';

async function run() {
  const memory = await createFileServerMemory(process.argv[2], (error) => { throw error; });
  for (let count = memory.recall('a')?.failures ?? 0; ; count++) {
    const failures = count % 60;
    const tools = Array.from({ length: failures }, (_, at) => JSON.stringify({ name: failures + '-' + at, text: 'x'.repeat(500) }));
    for (const key of ${JSON.stringify(KEYS)}) memory.remember({ key, definitionHash: 'hash', failures, lists: { tools } });
    if (count % 2 === 0) await memory.flush(); else await new Promise(setImmediate);
    process.stdout.write('.');
  }
}
void run();
`;

async function killOne(program: string, folder: string): Promise<void> {
  const writer = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(writer, 'exit');
  await Promise.race([once(writer.stdout, 'data'), exited]);
  writer.stdout.resume();
  // The moment is the point here: the writer never stops by itself.
  await wait(Math.random() * 12);
  writer.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
}

async function check(folder: string): Promise<void> {
  const names = await readdir(join(folder, 'servers'));
  const files = names.filter((name) => name.endsWith('.json'));
  expect(files).toHaveLength(KEYS.length);
  for (const name of files) {
    const state = parseState(await readFile(join(folder, 'servers', name), 'utf8'), SAVED_SERVER);
    expect(state.kind).toBe('known');
    const saved = state.kind === 'known' ? state.value : undefined;
    const expected = Array.from({ length: saved?.failures ?? -1 }, (_, at) => `${saved?.failures}-${at}`);
    expect(saved?.lists?.tools?.map((tool): unknown => JSON.parse(tool).name)).toEqual(expected);
  }
}

it('leaves no state file unreadable or half-written when its writer is killed', { timeout: 180_000 }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'toolyard-killed-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const program = join(root, 'program.cjs');
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  await build({
    stdin,
    outfile: program,
    bundle: true,
    platform: 'node',
    // Starts a quarter faster than a module does, three hundred times.
    format: 'cjs',
    conditions: ['@toolyard/source'],
    mainFields: ['module', 'main'],
    minify: true,
  });
  let kills = 0;
  async function runLane(lane: number): Promise<void> {
    const folder = join(root, `lane-${lane}`);
    while (kills++ < KILLS) {
      await killOne(program, folder);
      await check(folder);
    }
    const memory = await createFileServerMemory(folder, () => undefined);
    expect(KEYS.map((key) => memory.recall(key)?.key)).toEqual(KEYS);
  }
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
});
