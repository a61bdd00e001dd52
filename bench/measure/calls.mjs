// Ways to make many calls, and what they give.
import { performance } from 'node:perf_hooks';
import { cpuOf } from './process-usage.mjs';

/** Runs `call(0)` to `call(count - 1)`, that many at a time. */
export async function callAtOnce(count, inFlight, call) {
  let next = 0;
  const work = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

/** Microseconds of CPU for each call, of the process with that pid, and calls per second. */
export async function measureAtOnce({ pid, count, inFlight, call }) {
  const cpuBefore = cpuOf(pid);
  const startedAt = performance.now();
  await callAtOnce(count, inFlight, call);
  const seconds = (performance.now() - startedAt) / 1000;
  return { cpuUs: (cpuOf(pid) - cpuBefore) / count, perSecond: count / seconds };
}

/** Milliseconds of `run`. */
export async function timeOf(run) {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Milliseconds of `run(0)` to `run(count - 1)`, one after the other. */
export async function timeEach(count, run) {
  const times = [];
  for (let index = 0; index < count; index++) times.push(await timeOf(() => run(index)));
  return times;
}

export function percentile(times, percent) {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}

/** Rejects where `run` takes longer. */
export async function within(limitMs, run) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
