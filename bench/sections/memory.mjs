// What stays in memory: idle, with idle clients, after clients that went without a word, after many calls.
import { writeEchoServers } from '../configurations.mjs';
import { callAtOnce } from '../measure/calls.mjs';
import { heapOf, withProbe } from '../measure/heap-of.mjs';
import { memoryOf } from '../measure/process-usage.mjs';
import * as own from '../targets/own-targets.mjs';
import { echoOf, IN_FLIGHT } from './echo-calls.mjs';
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
    await callAtOnce(2000, IN_FLIGHT, echoOf(target, session));
    const open = async (count) => {
      const sessions = [];
      while (sessions.length < count) sessions.push(await openAnother());
      await Promise.all(sessions.map((each, index) => echoOf(target, each)(index)));
    };
    // The first ones also pay for what is made once.
    await open(20);
    const before = await heap();
    await open(IDLE_CLIENTS);
    return { clientHeapKb: (((await heap()) - before) * 1000) / IDLE_CLIENTS };
  });
}

/** Clients that break off without ending their session, and what is kept of them; some before pay for what is made once. */
function measureAbandoned(target) {
  return withHeap(target, async ({ openAnother, heap }) => {
    const comeAndGo = async (count) => {
      for (let index = 0; index < count; index++) {
        const session = await openAnother();
        await echoOf(target, session)(index);
        await session.close();
      }
    };
    await comeAndGo(ABANDONED / 3);
    const before = await heap();
    await comeAndGo(ABANDONED);
    return { abandonedHeapMb: (await heap()) - before };
  });
}

function measureCalls(target, size) {
  return withHeap(target, async ({ pid, session, heap }) => {
    const call = echoOf(target, session);
    await callAtOnce(5000, IN_FLIGHT, call);
    const early = await heap();
    await callAtOnce(size.manyCalls - 5000, IN_FLIGHT, call);
    const loadMb = memoryOf(pid);
    return { 'heapMb, 5000 calls': early, [`heapMb, ${size.manyCalls} calls`]: await heap(), loadMb };
  });
}

/** All figures of this section. */
export async function measureMemory({ size, inTurns }) {
  return {
    idle: await inTurns('memory: idle', [own.bareHttpRelay, own.toolyardHttp, own.sdkProxy], measureIdle),
    idleClients: await inTurns('memory: clients', [own.toolyardHttp], measureClients),
    abandoned: await inTurns('memory: clients that went', [own.toolyardHttp], measureAbandoned),
    calls: await inTurns('memory: calls', [own.toolyard], (target) => measureCalls(target, size)),
  };
}
