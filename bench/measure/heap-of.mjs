import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LIMIT_MS = 30_000;
const PROBE = fileURLToPath(new URL('./heap-probe.cjs', import.meta.url));

/** The environment of a process whose heap can be asked for. */
export function withProbe(place) {
  const file = join(place.cwd, 'heap');
  return { ...place, env: { ...place.env, BENCH_HEAP_FILE: file, NODE_OPTIONS: `--expose-gc --require ${PROBE}` } };
}

/** Megabytes of JavaScript objects after a forced collection. */
export async function heapOf(pid, { env }) {
  const file = env.BENCH_HEAP_FILE;
  // What is under way ends first, such as the end of a session.
  await wait(200);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  const endAt = performance.now() + LIMIT_MS;
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
    if (performance.now() > endAt) throw new Error('does not say how large its heap is');
    await wait(20);
  }
  return Number(readFileSync(file, 'utf8')) / 1_000_000;
}
