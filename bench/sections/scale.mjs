// What grows with the number of tools, servers and clients, and what one client does to another.
import { ECHO_TOOLS, writeEchoServers } from '../configurations.mjs';
import { callAtOnce, measureAtOnce, percentile, timeEach } from '../measure/calls.mjs';
import * as own from '../targets/own-targets.mjs';
import { withTarget } from './place.mjs';

const IN_FLIGHT = 16;
const HUGE = 10_000_000;

/** A call and a list with that many servers and tools. */
function measureCatalogue(target, { servers, tools }, size) {
  const moreTools = Math.max(0, Math.round(tools / servers) - ECHO_TOOLS);
  const write = (folder) => writeEchoServers(folder, servers, { moreTools });
  return withTarget(target, write, async ({ pid, session }) => {
    const names = await session.tools();
    const echoes = names.filter((name) => /tool_|echo/.test(name));
    // A prime, so that calls come to all tools and never to neighbours.
    const call = (index) => session.call(echoes[(index * 7919) % echoes.length], { text: `${index}` }, `${index}`);
    await callAtOnce(size.scaleWarmUp, IN_FLIGHT, call);
    const { cpuUs } = await measureAtOnce({ pid, count: size.scale, inFlight: IN_FLIGHT, call });
    const listMs = percentile(await timeEach(5, () => session.tools()), 50);
    return { cpuUs, listMs };
  });
}

/** Calls of one client while that many others are connected and idle. */
function measureClients(target, clients, size) {
  const write = (folder) => writeEchoServers(folder, 1);
  return withTarget(target, write, async ({ pid, session, openAnother }) => {
    const others = [];
    while (others.length < clients - 1) others.push(await openAnother());
    const call = (index) => session.call(target.toolName('s0', 'echo'), { text: `${index}` }, `${index}`);
    await callAtOnce(size.scaleWarmUp, IN_FLIGHT, call);
    const { cpuUs } = await measureAtOnce({ pid, count: size.scale, inFlight: IN_FLIGHT, call });
    await Promise.all(others.map((other) => other.close()));
    return { cpuUs };
  });
}

/** How long a ping takes while another client moves results of 10 MB. */
function measureBystander(target, size) {
  const write = (folder) => writeEchoServers(folder, 2);
  return withTarget(target, write, async ({ session, openAnother }) => {
    const other = await openAnother();
    let isOver = false;
    const move = async () => {
      while (!isOver) await other.call(target.toolName('s1', 'big'), { bytes: HUGE }, 'x'.repeat(HUGE));
    };
    const moving = move();
    const times = await timeEach(size.pings, () => session.ping());
    isOver = true;
    await moving;
    await other.close();
    return { p50Ms: percentile(times, 50), p99Ms: percentile(times, 99) };
  });
}

const variants = (target, list, toName) => list.map((variant) => ({ ...target, variant, name: toName(variant) }));

/** All figures of this section. */
export async function measureScale({ rounds, size, inTurns }) {
  const few = Math.min(rounds, size.scaleRounds);
  const catalogues = [
    ...size.tools.map((tools) => ({ servers: 1, tools })),
    ...size.servers.map((servers) => ({ servers, tools: servers * 10 })),
  ];
  return {
    catalogue: await inTurns(
      'scale: tools and servers',
      variants(own.toolyard, catalogues, ({ servers, tools }) => `${servers} × ${tools / servers} tools`),
      (target) => measureCatalogue(target, target.variant, size),
      few,
    ),
    clients: await inTurns(
      'scale: clients',
      variants(own.toolyardHttp, size.clients, (clients) => `${clients} clients`),
      (target) => measureClients(target, target.variant, size),
      few,
    ),
    bystander: await inTurns(
      'bystander',
      [own.bareHttpRelay, own.toolyardHttp],
      (target) => measureBystander(target, size),
      few,
    ),
  };
}
