import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runs } from '@toolyard/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJournalFile } from './create-journal-file.ts';

const KILLS = runs(100, 16);
const LANES = 4;

/** Appends numbers in groups of all sizes as fast as it can, compacts now and then, and tells each that was appended. */
const WRITES_ON = `
import { createJournalFile } from './create-journal-file.ts';

async function run() {
  const journal = createJournalFile(process.argv[2]);
  let values = [...(await journal.read())];
  for (let n = (values.at(-1)?.n ?? -1) + 1; ; ) {
    const group = [];
    for (let count = n % 7; count >= 0; count--, n++) {
      const value = { n, text: 'x'.repeat((n * 7919) % 20_000) };
      values.push(value);
      group.push(journal.append([value]).then(() => process.stdout.write(value.n + '\\n')));
    }
    if (n % 5 === 0) group.push(journal.replace((values = values.slice(-20))));
    await Promise.all(group);
  }
}
void run();
`;

/** Under a limit on the size of files: what does not fit is refused, what fits goes on. */
const RUNS_FULL = `
import { createJournalFile } from './create-journal-file.ts';

async function run() {
  const journal = createJournalFile(process.argv[2]);
  await journal.append([{ n: 1 }]);
  const failure = await Promise.all([journal.append([{ n: 2 }]), journal.append([{ n: 3, text: 'x'.repeat(100_000) }])]).catch((error) => error);
  await journal.append([{ n: 4 }]);
  process.stdout.write(JSON.stringify({ code: failure.code, message: failure.message }));
}
void run();
`;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'toolyard-killed-'));
});
afterAll(() => rm(root, { recursive: true }));

async function bundle(name: string, contents: string): Promise<string> {
  const outfile = join(root, `${name}.cjs`);
  const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const;
  const resolved = { conditions: ['@toolyard/source'], mainFields: ['module', 'main'] };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'cjs', ...resolved, minify: true });
  return outfile;
}

/** The highest number whose append had resolved when the writer was killed. */
async function killOne(program: string, file: string): Promise<number> {
  const writer = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(writer, 'close');
  let output = '';
  writer.stdout.on('data', (bytes) => (output += bytes));
  await Promise.race([once(writer.stdout, 'data'), exited]);
  // The moment is the point here: the writer never stops by itself.
  await wait(Math.random() * 30);
  writer.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
  const told = output.split('\n').slice(0, -1).map(Number);
  return Math.max(...told);
}

async function check(file: string, told: number): Promise<void> {
  const warnings: string[] = [];
  const values = await createJournalFile(file, { onWarning: (message) => warnings.push(message) }).read();
  expect(warnings).toEqual([]);
  const first = values[0] as { readonly n: number };
  const expected = values.map((_, index) => {
    const n = first.n + index;
    return { n, text: 'x'.repeat((n * 7919) % 20_000) };
  });
  expect(values).toEqual(expected);
  expect(first.n + values.length - 1).toBeGreaterThanOrEqual(told);
}

it(
  'has every value whose append resolved, and no half one, when its writer is killed',
  { timeout: 180_000 },
  async () => {
    const program = await bundle('writes-on', WRITES_ON);
    let kills = 0;
    async function runLane(lane: number): Promise<void> {
      const file = join(root, `lane-${lane}`, 'journal.jsonl');
      let told = -1;
      while (kills++ < KILLS) {
        const last = await killOne(program, file);
        expect(last).toBeGreaterThan(told);
        told = last;
        await check(file, told);
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  },
);

it.skipIf(process.platform === 'win32')('takes back what was written of values that did not fit', async () => {
  const program = await bundle('runs-full', RUNS_FULL);
  const file = join(root, 'full', 'journal.jsonl');
  const limited = 'ulimit -f 64 && exec "$0" "$@"';
  const writer = spawn('sh', ['-c', limited, process.execPath, program, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  writer.stdout.on('data', (bytes) => (output += bytes));
  await once(writer, 'close');
  expect(JSON.parse(output)).toEqual({ code: 'state-not-written', message: expect.stringContaining('EFBIG') });
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":4}\n');
});
