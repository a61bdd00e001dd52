// What a call costs on its way: over stdio and over HTTP, with the raw client and with the SDK's.
import { callAtOnce, measureAtOnce, percentile, timeEach, timeOf } from '../measure/calls.mjs';
import { memoryOf } from '../measure/process-usage.mjs';
import * as own from '../targets/own-targets.mjs';
import { jsonAlone } from '../targets/references.mjs';
import { echoOf, IN_FLIGHT, oneServer } from './echo-calls.mjs';
import { withTarget } from './place.mjs';

const MEGABYTE = 1_000_000;
const REPORTS = 2000;
const SESSIONS = [1, 8, 32];

/** CPU of a call over stdio: the first ones, of which much is run before it is compiled, and warm ones. */
export async function measureStdioCpu(target, { pid, session }, size) {
  await session.tools();
  const call = echoOf(target, session);
  const cold = await measureAtOnce({ pid, count: size.cold, inFlight: IN_FLIGHT, call });
  await callAtOnce(size.warmUp, IN_FLIGHT, call);
  const warm = await measureAtOnce({ pid, count: size.warm, inFlight: IN_FLIGHT, call });
  return { coldCpuUs: cold.cpuUs, ...warm };
}

/** The same over HTTP, where only warm ones count. */
export async function measureHttpCpu(target, { pid, session }, size) {
  await session.tools();
  const call = echoOf(target, session);
  await callAtOnce(size.httpWarmUp, IN_FLIGHT, call);
  return measureAtOnce({ pid, count: size.http, inFlight: IN_FLIGHT, call });
}

/** Calls one at a time, large results, many reports of progress. */
async function measureMessages(target, session, { size, reports }) {
  const times = await timeEach(size.single, echoOf(target, session));
  const big = (bytes) => session.call(target.toolName('s0', 'big'), { bytes }, 'x'.repeat(bytes));
  const largeMs = percentile(await timeEach(size.large, () => big(MEGABYTE)), 50);
  const hugeMs = percentile(await timeEach(size.huge, () => big(10 * MEGABYTE)), 50);
  const storm = target.toolName('s0', 'storm');
  reports.count = 0;
  const stormMs = await timeOf(() =>
    session.call(storm, { reports: REPORTS }, String(REPORTS), { progressToken: 'storm' }),
  );
  return {
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    largeMs,
    hugeMs,
    // Some pass none on.
    ...(reports.count === REPORTS ? { stormMs } : {}),
  };
}

/** Sessions with one call each under way; all of them are open and were used before the clock starts. */
async function measureSessions(target, { pid, session, openAnother }, size) {
  const values = {};
  const sessions = [session];
  for (const count of SESSIONS) {
    while (sessions.length < count) sessions.push(await openAnother());
    const calls = sessions.map((each) => echoOf(target, each));
    await Promise.all(calls.map((call, index) => call(index)));
    const callOfOne = (index) => calls[index % count](index);
    const { perSecond } = await measureAtOnce({ pid, count: size.httpSessions, inFlight: count, call: callOfOne });
    values[`perSecond, ${count} ${count === 1 ? 'session' : 'sessions'}`] = perSecond;
  }
  await Promise.all(sessions.slice(1).map((each) => each.close()));
  return values;
}

/** All figures of the raw client; `measureCpu` comes first, since it has the first calls. */
function measureRaw(target, measureCpu, size) {
  const reports = { count: 0 };
  const onNotification = ({ method }) => {
    if (method === 'notifications/progress') reports.count++;
  };
  return withTarget(
    target,
    oneServer,
    async (opened) => {
      const idleMb = memoryOf(opened.pid);
      const cpu = await measureCpu(target, opened, size);
      const messages = await measureMessages(target, opened.session, { size, reports });
      const sessions = opened.openAnother === undefined ? {} : await measureSessions(target, opened, size);
      return { ...cpu, ...messages, ...sessions, idleMb, loadMb: memoryOf(opened.pid) };
    },
    { onNotification },
  );
}

/** The first calls of a client of the SDK. */
function measureSdk(target, count) {
  return withTarget(
    target,
    oneServer,
    async ({ pid, session }) => {
      await session.tools();
      return measureAtOnce({ pid, count, inFlight: IN_FLIGHT, call: echoOf(target, session) });
    },
    { withSdk: true },
  );
}

/** All figures of this section. */
export async function measureRelay({ size, peers, inTurns }) {
  const overStdio = [own.direct, own.bareRelay, own.toolyard, own.joined, own.sdkProxy];
  const overHttp = [own.directHttp, own.bareHttpRelay, own.toolyardHttp];
  const httpPeers = peers.filter(({ transport }) => transport === 'http');
  return {
    stdio: await inTurns('relay over stdio', [...overStdio, jsonAlone], (target) =>
      measureRaw(target, measureStdioCpu, size),
    ),
    stdioSdk: await inTurns('SDK client over stdio', overStdio, (target) => measureSdk(target, size.sdk)),
    http: await inTurns('relay over HTTP', [...overHttp, own.toolyardStateless, ...httpPeers], (target) =>
      measureRaw(target, measureHttpCpu, size),
    ),
    httpSdk: await inTurns('SDK client over HTTP', [...overHttp, ...peers], (target) =>
      measureSdk(target, size.httpSdk),
    ),
  };
}
