import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject } from '@toolyard/core';
import { runs } from '@toolyard/testing';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { readRuns } from './read-runs.ts';

const KEPT = 60;

/** Keeps numbers as fast as it can, two of three being no runs, and tells each that was kept. */
const KEEPS_ON = `
import { createRunLog } from './create-run-log.ts';

async function run() {
  const describe = (value) => ({ isRun: value.n % 3 === 0, at: Date.now() });
  const log = createRunLog({ file: process.argv[2], limits: { runs: ${KEPT}, days: 1 }, describe });
  for (let n = Number(process.argv[3]); ; ) {
    const group = [];
    for (let count = n % 7; count >= 0; count--, n++) {
      const own = n;
      group.push(log.keep({ n, text: 'x'.repeat((n * 7919) % 5000) }).then(() => process.stdout.write(own + '\\n')));
    }
    await Promise.all(group);
  }
}
void run();
`;

/** The highest number that was kept when the writer was killed. */
async function killOne(program: string, file: string, first: number): Promise<number> {
  const writer = spawn(process.execPath, [program, file, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(writer, 'close');
  let output = '';
  writer.stdout.on('data', (bytes) => (output += bytes));
  await Promise.race([once(writer.stdout, 'data'), exited]);
  await wait(Math.random() * 60);
  writer.kill('SIGKILL');
  await exited;
  return Math.max(...output.split('\n').slice(0, -1).map(Number));
}

async function readNumbers(file: string): Promise<number[]> {
  const numbers: number[] = [];
  const { signal } = new AbortController();
  const toNumber = (value: unknown): number | undefined => (isJsonObject(value) ? Number(value['n']) : undefined);
  await readRuns({ file, signal, toRun: toNumber, onRun: (n) => void numbers.push(n) });
  return numbers;
}

it(
  'has every record that it said it had, once and in order, whenever its writer is killed',
  { timeout: 120_000 },
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'toolyard-killed-'));
    onTestFinished(() => rm(root, { recursive: true }));
    const outfile = join(root, 'keeps-on.cjs');
    const stdin = { contents: KEEPS_ON, resolveDir: import.meta.dirname, loader: 'ts' } as const;
    const resolved = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
    await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', ...resolved, minify: true });
    const file = join(root, 'hooks', 'runs.jsonl');
    let first = 0;
    for (let kill = 0; kill < runs(60, 6); kill++) {
      const last = await killOne(outfile, file, first);
      const found = await readNumbers(file);
      expect(found).toEqual([...new Set(found)].toSorted((one, other) => one - other));
      const kept = new Set(found);
      // What was written and not told of any more counts too.
      const newest = found.at(-1) ?? 0;
      for (let n = Math.max(0, newest - 3 * KEPT + 1); n <= last; n++) if (n % 3 === 0) expect(kept).toContain(n);
      for (let n = Math.max(0, newest - KEPT); n <= last; n++) expect(kept).toContain(n);
      expect(found.filter((n) => n % 3 === 0).length).toBeLessThanOrEqual(KEPT + 2 * Math.ceil(KEPT / 20));
      first = newest + 1;
    }
    expect((await readdir(join(root, 'hooks'))).length).toBeLessThan(60);
  },
);
