import { existsSync, readFileSync } from 'node:fs';
import { fixture, type Entry } from '../harness/create-yard-folder.ts';

/** The servers of `STRESS_HOOKS`, which write into the file when their calls begin and end; `gone` never starts. */
export function createFaultyServers(record: string, marker: string): Readonly<Record<string, Entry>> {
  const faulty = (env: Readonly<Record<string, string>> = {}): Entry => ({
    ...fixture('has-faults'),
    env: { RECORD: record, MARKER: marker, ...env },
  });
  return {
    good: faulty(),
    noisy: faulty({ GARBAGE: '1' }),
    mortal: faulty(),
    stuck: faulty(),
    gone: fixture('exits-on-start', [], marker),
  };
}

interface Entered {
  readonly tool: string;
  readonly from: number;
  to: number;
}

/** How long a call takes at least that is given up after a second. */
const GIVEN_UP_MS = 800;

/** How many calls ran at once at most, as the servers themselves wrote it down; those of a life end when that ends. */
export function countAtOnce(record: string, deaths: readonly number[]): number {
  const calls = new Map<string, Entered>();
  for (const line of existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : []) {
    const { call, tool, at }: { call: string; tool?: string; at: number } = JSON.parse(line);
    const known = calls.get(call);
    if (known !== undefined) known.to = at;
    else calls.set(call, { tool: tool ?? '', from: at, to: toLatestEnd(tool, at, deaths) });
  }
  const steps = [...calls.values()].flatMap(({ from, to }) => [
    { at: from, by: 1 },
    { at: to, by: -1 },
  ]);
  // What ends in the millisecond in which another begins made room for it.
  steps.sort((one, other) => one.at - other.at || one.by - other.by);
  let running = 0;
  return Math.max(...steps.map(({ by }) => (running += by)));
}

function toLatestEnd(tool: string | undefined, from: number, deaths: readonly number[]): number {
  const death = deaths.find((at) => at >= from) ?? Infinity;
  return tool === 'hang' ? Math.min(death, from + GIVEN_UP_MS) : death;
}
