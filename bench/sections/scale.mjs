// What grows with the number of tools, servers and clients, and what one client does to another.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ECHO_TOOLS, writeEchoServers } from '../configurations.mjs';
import { callAtOnce, measureAtOnce, percentile, timeEach } from '../measure/calls.mjs';
import { cpuOf, memoryOf } from '../measure/process-usage.mjs';
import * as own from '../targets/own-targets.mjs';
import { echoOf, IN_FLIGHT, oneServer } from './echo-calls.mjs';
import { withTarget } from './place.mjs';

const HUGE = 10_000_000;
const LISTS = 5;
const MOVER = new URL('../clients/move-results.mjs', import.meta.url);

/** A call and a list with that many servers and tools. */
function measureCatalogue(target, { servers, tools, label }, size) {
  const moreTools = Math.max(0, Math.round(tools / servers) - ECHO_TOOLS);
  const write = (folder) => writeEchoServers(folder, servers, { moreTools });
  return withTarget(target, write, async ({ pid, session }) => {
    const names = await session.tools();
    const echoes = names.filter((name) => /tool_|echo/.test(name));
    // A prime, so that calls come to all tools and never to neighbours.
    const call = (index) => session.call(echoes[(index * 7919) % echoes.length], { text: `${index}` }, `${index}`);
    await callAtOnce(size.scaleWarmUp, IN_FLIGHT, call);
    const { cpuUs } = await measureAtOnce({ pid, count: size.scale, inFlight: IN_FLIGHT, call });
    const cpuBefore = cpuOf(pid);
    const times = await timeEach(LISTS, () => session.tools());
    const listCpuUs = (cpuOf(pid) - cpuBefore) / LISTS;
    return {
      [`cpuUs, ${label}`]: cpuUs,
      [`listCpuUs, ${label}`]: listCpuUs,
      [`listMs, ${label}`]: percentile(times, 50),
    };
  });
}

/** One catalogue after the other in each round, so that they can be compared in pairs. */
export async function measureCatalogues(target, { tools, servers }, size) {
  const catalogues = [
    ...tools.map((count) => ({ servers: 1, tools: count, label: `${count} tools` })),
    ...servers.map((count) => ({
      servers: count,
      tools: count * 10,
      label: `${count} ${count === 1 ? 'server' : 'servers'}`,
    })),
  ];
  const values = {};
  for (const catalogue of catalogues) Object.assign(values, await measureCatalogue(target, catalogue, size));
  return values;
}

/** Calls of one client, and memory of each of the others, which are connected and idle. */
function measureClients(target, clients, size) {
  const label = `${clients} ${clients === 1 ? 'client' : 'clients'}`;
  return withTarget(target, oneServer, async ({ pid, session, openAnother }) => {
    const call = echoOf(target, session);
    await callAtOnce(size.scaleWarmUp, IN_FLIGHT, call);
    const before = memoryOf(pid);
    const others = [];
    while (others.length < clients - 1) {
      const other = await openAnother();
      await echoOf(target, other)(others.length);
      others.push(other);
    }
    const clientKb = ((memoryOf(pid) - before) * 1000) / others.length;
    const { cpuUs } = await measureAtOnce({ pid, count: size.scale, inFlight: IN_FLIGHT, call });
    await Promise.all(others.map((other) => other.close()));
    return { [`cpuUs, ${label}`]: cpuUs, ...(clients > 1 ? { [`clientKb, ${label}`]: clientKb } : {}) };
  });
}

async function measureClientCounts(target, size) {
  const values = {};
  for (const clients of size.clients) Object.assign(values, await measureClients(target, clients, size));
  return values;
}

/** How long a ping takes while another client moves results of 10 MB, and before it does. */
function measureBystander(target, size) {
  const write = (folder) => writeEchoServers(folder, 2);
  return withTarget(target, write, async ({ session, address }) => {
    await timeEach(size.pings, () => session.ping());
    const quiet = await timeEach(size.pings, () => session.ping());
    const mover = new Worker(MOVER, { workerData: { address, tool: target.toolName('s1', 'big'), bytes: HUGE } });
    try {
      await once(mover, 'message');
      const times = await timeEach(size.pings, () => session.ping());
      return {
        quietPingP99Ms: percentile(quiet, 99),
        pingP50Ms: percentile(times, 50),
        pingP99Ms: percentile(times, 99),
      };
    } finally {
      await mover.terminate();
    }
  });
}

/** All figures of this section. */
export async function measureScale({ size, peers, inTurns }) {
  const ofMany = peers.filter(({ takesMany }) => takesMany);
  return {
    catalogue: await inTurns('scale: tools and servers', [own.bareRelay, own.toolyard, own.sdkProxy], (target) =>
      measureCatalogues(target, size, size),
    ),
    clients: await inTurns('scale: clients', [own.bareHttpRelay, own.toolyardHttp], (target) =>
      measureClientCounts(target, size),
    ),
    bystander: await inTurns('bystander', [own.bareHttpRelay, own.toolyardHttp, ...ofMany], (target) =>
      measureBystander(target, size),
    ),
  };
}
