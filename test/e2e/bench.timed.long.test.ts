import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const BENCH = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));

interface Report {
  readonly targets: readonly {
    readonly name: string;
    readonly values: Readonly<Record<string, number>>;
    readonly problems: readonly string[];
  }[];
}

const CALLS = [
  'p50Ms',
  'p99Ms',
  'callsPerSecond',
  'cpuUs',
  'callsPerSecondAtOnce',
  'cpuUsAtOnce',
  'largeResultMs',
  'largeArgumentMs',
  'memoryMb',
];
const LISTS = ['startMs', 'wideStartMs', 'wideListMs'];

// CPU and memory come from /proc.
describe.runIf(process.platform === 'linux')('npm run bench -- --quick', () => {
  let report: Report;
  const valuesOf = (name: string): Readonly<Record<string, number>> =>
    report.targets.find((target) => target.name === name)?.values ?? {};

  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--quick', '--json']);
    report = JSON.parse(stdout);
  });

  it('measures all of its own targets, and every call gives what it must', () => {
    expect(report.targets.map(({ name, problems }) => ({ name, problems }))).toEqual([
      { name: 'direct', problems: [] },
      { name: 'toolyard', problems: [] },
      { name: 'sdk-v1-proxy', problems: [] },
    ]);
  });

  it.each([
    ['direct', CALLS],
    ['toolyard', [...CALLS, ...LISTS]],
    ['sdk-v1-proxy', [...CALLS, ...LISTS]],
  ])('gives numbers for %s', (name, metrics) => {
    const values = valuesOf(name);
    expect(Object.keys(values).toSorted()).toEqual(metrics.toSorted());
    // JSON has no NaN or Infinity: what was divided by nothing is null here.
    expect(Object.entries(values).filter(([, value]) => !Number.isFinite(value))).toEqual([]);
    expect(values['p50Ms']).toBeLessThanOrEqual(values['p99Ms'] ?? 0);
  });

  // Generous, since a short run on a busy machine measures the compiler and the collector too: a full one gives about half.
  it('finds that a call costs Toolyard less than a proxy of SDK classes', () => {
    const own = valuesOf('toolyard')['cpuUsAtOnce'] ?? Infinity;
    const theirs = valuesOf('sdk-v1-proxy')['cpuUsAtOnce'] ?? 0;
    expect(own / theirs).toBeLessThan(0.9);
  });
});
