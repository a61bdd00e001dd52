// What stays in memory: idle, with idle clients, after clients that went without a word, after many calls.
import { writeEchoServers } from '../configurations.mjs';
import { callAtOnce } from '../measure/calls.mjs';
import { heapOf, withProbe } from '../measure/heap-of.mjs';
import { memoryOf } from '../measure/process-usage.mjs';
import * as own from '../targets/own-targets.mjs';
import { toPlace, useTarget, withFolder, withTarget } from './place.mjs';

const IDLE_CLIENTS = 200;
const ABANDONED = 300;

function measureIdle(target) {
  const write = (folder) => writeEchoServers(folder, 0);
  return withTarget(target, write, ({ pid }) => ({ idleMb: memoryOf(pid) }));
}

function withHeap(target, use) {
  return withFolder((folder) => {
    const place = withProbe({ ...writeEchoServers(folder, 1), ...toPlace(folder) });
    return useTarget(target, place, (opened) => use({ ...opened, heap: () => heapOf(opened.pid, place) }));
  });
}

function measureClients(target) {
  return withHeap(target, async ({ session, openAnother, heap }) => {
    const call = (each, index) => each.call(target.toolName('s0', 'echo'), { text: `${index}` }, `${index}`);
    await callAtOnce(2000, 16, (index) => call(session, index));
    // The first ones also pay for what is made once.
    const open = async (count) => {
      const sessions = [];
      while (sessions.length < count) sessions.push(await openAnother());
      await Promise.all(sessions.map(call));
      return sessions;
    };
    await open(20);
    const before = await heap();
    await open(IDLE_CLIENTS);
    return { clientKb: (((await heap()) - before) * 1000) / IDLE_CLIENTS };
  });
}

/** Clients that break off without ending their session, and what is kept of them; some before pay for what is made once. */
function measureAbandoned(target) {
  return withHeap(target, async ({ openAnother, heap }) => {
    const comeAndGo = async (count) => {
      for (let index = 0; index < count; index++) {
        const session = await openAnother();
        await session.call(target.toolName('s0', 'echo'), { text: 'x' }, 'x');
        await session.close();
      }
    };
    await comeAndGo(ABANDONED / 3);
    const before = await heap();
    await comeAndGo(ABANDONED);
    return { abandonedMb: (await heap()) - before };
  });
}

function measureCalls(target, size) {
  return withHeap(target, async ({ session, heap }) => {
    const call = (index) => session.call(target.toolName('s0', 'echo'), { text: `${index}` }, `${index}`);
    await callAtOnce(5000, 16, call);
    const early = await heap();
    await callAtOnce(size.manyCalls - 5000, 16, call);
    const late = await heap();
    return { earlyMb: early, lateMb: late };
  });
}

/** All figures of this section. */
export async function measureMemory({ rounds, size, inTurns }) {
  const few = Math.min(rounds, size.scaleRounds);
  const once = (name, target, measure) => inTurns(name, [target], measure, few);
  return {
    idle: await once('memory: idle', own.toolyardHttp, measureIdle),
    idleClients: await once('memory: clients', own.toolyardHttp, measureClients),
    abandoned: await once('memory: clients that went', own.toolyardHttp, measureAbandoned),
    calls: await once('memory: calls', own.toolyard, (target) => measureCalls(target, size)),
  };
}
