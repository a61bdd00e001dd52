// What is measured on a target. Every scenario starts it afresh and gives numbers by metric.
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { openSession } from './clients/open-session.mjs';
import { ECHO_TOOLS, WIDE_TOOLS, writeEchoServers, writeWideServers } from './configurations.mjs';
import { cpuOf, memoryOf } from './process-usage.mjs';
import { createEnvironment } from './targets.mjs';

const MEGABYTE = 1_000_000;
const IN_FLIGHT = 64;
const CALLS_LIMIT_MS = 120_000;

/** Small calls and large results of one server. */
export async function measureCalls(target, { folder, size }) {
  const configuration = writeEchoServers(folder, 1);
  return withClient(target, { folder, configuration, limitMs: CALLS_LIMIT_MS }, async (client) => {
    const session = await openSession(client);
    await session.tools();
    const call = (index) => session.call(target.toolName('s0', 'echo'), { text: `text ${index}` }, `text ${index}`);
    await callAtOnce(size.warmUp, call);
    const sequential = await measureSequential(client.pid, size.sequential, call);
    const atOnce = await measureAtOnce(client.pid, size.atOnce, call);
    const text = 'x'.repeat(MEGABYTE);
    const getLarge = () => session.call(target.toolName('s0', 'big'), { bytes: MEGABYTE }, text);
    const largeResultMs = percentile(await timeEach(size.large, getLarge), 50);
    return { ...sequential, ...atOnce, largeResultMs, memoryMb: memoryOf(client.pid) };
  });
}

/** Large arguments, apart from the other calls since some peers refuse them. */
export async function measureLargeArgument(target, { folder, size }) {
  const configuration = writeEchoServers(folder, 1);
  return withClient(target, { folder, configuration, limitMs: size.limitMs }, async (client) => {
    const session = await openSession(client);
    await session.tools();
    const text = 'x'.repeat(MEGABYTE);
    const giveLarge = () => session.call(target.toolName('s0', 'length'), { text }, String(MEGABYTE));
    await timeEach(2, giveLarge);
    return { largeArgumentMs: percentile(await timeEach(size.large, giveLarge), 50) };
  });
}

/** From the start of the process to the first list with the tools of all servers. */
export async function measureStart(target, { folder, size, hung = 0 }) {
  const good = size.servers - hung;
  const configuration = writeEchoServers(folder, good, hung);
  const listMs = await measureFirstList(target, {
    folder,
    configuration,
    limitMs: size.limitMs,
    tools: good * ECHO_TOOLS,
  });
  return hung === 0 ? { startMs: listMs } : { hungStartMs: listMs };
}

/** A list of many servers with many tools each: the first one, and those after it. */
export async function measureWideList(target, { folder, size }) {
  const configuration = writeWideServers(folder, size.wideServers);
  const startedAt = performance.now();
  return withClient(target, { folder, configuration, limitMs: size.limitMs }, async (client) => {
    const session = await openSession(client);
    const expected = size.wideServers * WIDE_TOOLS;
    await listAll(session, expected);
    const wideStartMs = performance.now() - startedAt;
    const times = await timeEach(size.large, () => listAll(session, expected));
    return { wideStartMs, wideListMs: percentile(times, 50) };
  });
}

function measureFirstList(target, { tools, ...place }) {
  const startedAt = performance.now();
  return withClient(target, place, async (client) => {
    const session = await openSession(client);
    await listAll(session, tools);
    return performance.now() - startedAt;
  });
}

async function listAll(session, expected) {
  const tools = await session.tools();
  if (tools.length !== expected) throw new Error(`listed ${tools.length} tools of ${expected}`);
}

async function withClient(target, { folder, configuration, limitMs }, use) {
  const client = await target.open({ ...configuration, cwd: folder, env: createEnvironment(folder) });
  const limit = new AbortController();
  const late = wait(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`not done within ${limitMs / 1000} s`);
  });
  try {
    return await Promise.race([use(client), late]);
  } finally {
    late.catch(() => undefined);
    limit.abort();
    await client.close();
  }
}

async function measureSequential(pid, count, call) {
  const cpuBefore = cpuOf(pid);
  const times = await timeEach(count, call);
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  return {
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    callsPerSecond: count / seconds,
    cpuUs: (cpuOf(pid) - cpuBefore) / count,
  };
}

async function measureAtOnce(pid, count, call) {
  const cpuBefore = cpuOf(pid);
  const startedAt = performance.now();
  await callAtOnce(count, call);
  const seconds = (performance.now() - startedAt) / 1000;
  return { callsPerSecondAtOnce: count / seconds, cpuUsAtOnce: (cpuOf(pid) - cpuBefore) / count };
}

async function callAtOnce(count, call) {
  let next = 0;
  const work = async () => {
    while (next < count) await call(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

async function timeEach(count, run) {
  const times = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await run(index);
    times.push(performance.now() - startedAt);
  }
  return times;
}

function percentile(times, percent) {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
