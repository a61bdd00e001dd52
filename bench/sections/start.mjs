// How long it takes until a client has something: the handshake, and the tools of many servers.
import { ECHO_TOOLS, WIDE_TOOLS, writeEchoServers, writeWideServers } from '../configurations.mjs';
import * as own from '../targets/own-targets.mjs';
import { bareNode } from '../targets/references.mjs';
import { toPlace, useTarget, withFolder } from './place.mjs';

const SLOW = { startMs: 1000 };

/** From the start of the process to the handshake, and to a list with the tools of all servers. */
async function timeFirstList(target, place, expected) {
  const startedAt = performance.now();
  return useTarget(target, place, async ({ session }) => {
    const handshakeMs = performance.now() - startedAt;
    const { length } = await session.tools();
    if (length !== expected) throw new Error(`listed ${length} tools of ${expected}`);
    return { handshakeMs, listMs: performance.now() - startedAt };
  });
}

/** 1, 10 and 30 servers for the first time, 30 again from what is remembered, 10 slow ones beside one. */
function measureStart(target) {
  return withFolder(async (folder) => {
    const first = (count, options) =>
      timeFirstList(target, { ...writeEchoServers(folder, count, options), ...toPlace(folder) }, count * ECHO_TOOLS);
    const one = await first(1);
    const values = {
      handshakeMs: one.handshakeMs,
      'firstListMs, 1 server': one.listMs,
      'firstListMs, 1 slow server': (await first(1, SLOW)).listMs,
    };
    if (target === own.direct) return values;
    values['firstListMs, 10 slow servers'] = (await first(10, SLOW)).listMs;
    values['firstListMs, 10 servers'] = (await first(10)).listMs;
    values['firstListMs, 30 servers'] = (await first(30)).listMs;
    values['firstListMs, 30 again'] = (await first(30)).listMs;
    return values;
  });
}

function measureWide(target, count) {
  return withFolder(async (folder) => {
    const place = { ...writeWideServers(folder, count), ...toPlace(folder) };
    const { listMs } = await timeFirstList(target, place, count * WIDE_TOOLS);
    return { [`firstListMs, ${count} servers`]: listMs };
  });
}

/** All figures of this section. */
export async function measureStarts({ size, inTurns }) {
  return {
    start: await inTurns('start', [bareNode, own.direct, own.bareRelay, own.toolyard, own.sdkProxy], measureStart),
    wide: await inTurns(`start of ${size.wideServers} servers`, [own.bareRelay, own.toolyard, own.sdkProxy], (target) =>
      measureWide(target, size.wideServers),
    ),
  };
}
