import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFolder } from './cli/run-toolyard.ts';

const BENCH = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));
const LIMIT_MS = 300_000;

interface Table {
  readonly id: string;
  readonly targets: readonly string[];
  readonly figures: readonly {
    readonly key: string;
    readonly values: Readonly<Record<string, number | null>>;
    readonly toBestPeer?: Readonly<Record<string, number | null>>;
  }[];
}

interface Report {
  readonly tables: readonly Table[];
  readonly bars: readonly { readonly id: string; readonly value: number | null }[];
  readonly problems: readonly unknown[];
}

const STDIO = ['direct', 'bare relay', 'toolyard', 'toolyard, joined', 'sdk proxy'];
const GATEWAYS = ['bare relay', 'toolyard', 'sdk proxy'];

// CPU and memory come from /proc.
describe.runIf(process.platform === 'linux')('npm run bench -- --quick', () => {
  let report: Report;
  const figureOf = (id: string, key: string): Table['figures'][number] | undefined =>
    report.tables.find((table) => table.id === id)?.figures.find((figure) => figure.key === key);

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--quick', '--no-peers', '--json']);
    report = JSON.parse(stdout);
  }, LIMIT_MS);

  it('measures all of its own targets, and every call gives what it must', () => {
    expect(report.problems).toEqual([]);
    expect(Object.fromEntries(report.tables.map(({ id, targets }) => [id, targets]))).toEqual({
      stdio: STDIO,
      stdioSdk: STDIO,
      http: ['direct', 'bare relay', 'toolyard', 'toolyard, stateless'],
      httpSdk: ['direct', 'bare relay', 'toolyard'],
      start: ['node -e 0', 'direct', ...GATEWAYS],
      wide: GATEWAYS,
      catalogue: GATEWAYS,
      clients: ['bare relay', 'toolyard'],
      bystander: ['bare relay', 'toolyard'],
      idle: GATEWAYS,
      idleClients: ['toolyard'],
      abandoned: ['toolyard'],
      calls: ['toolyard'],
    });
  });

  it('gives a number of Toolyard for every figure', () => {
    const missing = report.tables.flatMap(({ id, figures }) =>
      // JSON has no NaN or Infinity: what was divided by nothing is null here.
      figures.filter(({ values }) => !Number.isFinite(values['toolyard'])).map(({ key }) => `${id}: ${key}`),
    );
    expect(missing).toEqual(['start: startMs']);
  });

  it('judges all that it measured', () => {
    const ids = report.bars.map(({ id }) => id);
    // No peers, and neither 200 servers nor 10,000 tools nor 50,000 calls.
    expect(['http-sdk-peer', 'wide-start', 'many-tools', 'heap-growth'].filter((id) => ids.includes(id))).toEqual([]);
    expect(report.bars.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    expect(ids).toHaveLength(21);
  });

  // Generous, since a short run on a busy machine measures the compiler and the collector too: a full one gives about a quarter.
  it('finds that a call costs Toolyard less than a proxy of SDK classes', () => {
    expect(figureOf('stdio', 'cpuUs')?.toBestPeer?.['toolyard']).toBeLessThan(0.9);
  });
});

describe.runIf(process.platform === 'linux')('npm run bench', () => {
  it('leaves nothing behind after Ctrl-C', async () => {
    const { folder, remove } = await createFolder();
    onTestFinished(remove);
    const homes = join(folder, 'toolyard-bench-');
    const bench = spawn(process.execPath, [BENCH, 'memory', '--quick'], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void bench.kill('SIGKILL'));
    let progress = '';
    bench.stderr.on('data', (chunk: Buffer) => (progress += chunk.toString()));
    // What listens is in a process group of its own, which Ctrl-C does not reach.
    await waitUntil(() => progress.includes('memory: idle: round 1 of 1') && findProcesses(homes).length > 1, 60_000);
    bench.kill('SIGINT');
    const [code] = await once(bench, 'exit');
    expect(code).toBe(130);
    await waitUntil(() => findProcesses(homes).length === 0);
    expect(readdirSync(folder)).toEqual(['servers.json']);
  });

  it('says what is wrong with its options', async () => {
    const run = promisify(execFile)(process.execPath, [BENCH, '--fast']);
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: 'bench: Unknown option \'--fast\'. "npm run bench -- --help" shows all options.\n',
    });
  });
});
