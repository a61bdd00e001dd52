// How long it takes until a client has something: the handshake, and the tools of many servers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ECHO_TOOLS, WIDE_TOOLS, writeEchoServers, writeWideServers } from '../configurations.mjs';
import { timeOf } from '../measure/calls.mjs';
import * as own from '../targets/own-targets.mjs';
import { toPlace, useTarget, withFolder } from './place.mjs';

/** Node itself with nothing to do: what every start here contains. */
const bareNode = { name: 'node -e 0' };

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

async function measureNode() {
  const ms = await timeOf(() => once(spawn(process.execPath, ['-e', '0']), 'exit'));
  return { startMs: ms };
}

/** 1, 10 and 30 servers for the first time, 30 again from what is remembered, 10 slow ones beside one. */
function measureStart(target) {
  const first = (folder, count, options) =>
    timeFirstList(target, { ...writeEchoServers(folder, count, options), ...toPlace(folder) }, count * ECHO_TOOLS);
  return withFolder(async (folder) => {
    const one = await first(folder, 1);
    const ten = await first(folder, 10);
    const thirty = await first(folder, 30);
    const again = await first(folder, 30);
    const oneSlow = await first(folder, 1, { startMs: 1000 });
    const tenSlow = await first(folder, 10, { startMs: 1000 });
    return {
      handshakeMs: one.handshakeMs,
      oneMs: one.listMs,
      tenMs: ten.listMs,
      thirtyMs: thirty.listMs,
      rememberedMs: again.listMs,
      oneSlowMs: oneSlow.listMs,
      tenSlowMs: tenSlow.listMs,
    };
  });
}

function measureWide(target, count) {
  return withFolder(async (folder) => {
    const place = { ...writeWideServers(folder, count), ...toPlace(folder) };
    return { wideMs: (await timeFirstList(target, place, count * WIDE_TOOLS)).listMs };
  });
}

/** All figures of this section. */
export async function measureStarts({ rounds, size, inTurns }) {
  return {
    start: await inTurns(
      'start',
      [bareNode, own.toolyard, own.sdkProxy],
      (target) => (target === bareNode ? measureNode() : measureStart(target)),
      rounds,
    ),
    wide: await inTurns(
      `start of ${size.wideServers} servers`,
      [own.toolyard, own.sdkProxy],
      (target) => measureWide(target, size.wideServers),
      Math.min(rounds, 3),
    ),
  };
}
