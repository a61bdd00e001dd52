// What a call costs on its way: over stdio and over HTTP, with the raw client and with the SDK's.
import { writeEchoServers } from '../configurations.mjs';
import { callAtOnce, measureAtOnce, percentile, timeEach, timeOf } from '../measure/calls.mjs';
import * as own from '../targets/own-targets.mjs';
import { SDK } from '../targets/open-target.mjs';
import { withTarget } from './place.mjs';

const MEGABYTE = 1_000_000;
const IN_FLIGHT = 16;
const REPORTS = 2000;

const oneServer = (folder) => writeEchoServers(folder, 1);

/** The call number `index` of a session: every one has other arguments, and its answer is checked. */
function echoOf(target, session) {
  const name = target.toolName('s0', 'echo');
  return (index) => session.call(name, { text: `text ${index}` }, `text ${index}`);
}

/** Over stdio with the raw client: the first calls, warm ones, one at a time, large results, many reports. */
function measureStdio(target, size) {
  let reports = 0;
  const onNotification = () => void reports++;
  return withTarget(
    target,
    oneServer,
    async ({ pid, session }) => {
      await session.tools();
      const call = echoOf(target, session);
      const cold = await measureAtOnce({ pid, count: size.cold, inFlight: IN_FLIGHT, call });
      await callAtOnce(size.warmUp, IN_FLIGHT, call);
      const warm = await measureAtOnce({ pid, count: size.warm, inFlight: IN_FLIGHT, call });
      const times = await timeEach(size.single, call);
      const big = (bytes) => session.call(target.toolName('s0', 'big'), { bytes }, 'x'.repeat(bytes));
      const largeMs = percentile(await timeEach(size.large, () => big(MEGABYTE)), 50);
      const hugeMs = percentile(await timeEach(size.huge, () => big(10 * MEGABYTE)), 50);
      const storm = target.toolName('s0', 'storm');
      const stormMs = await timeOf(() =>
        session.call(storm, { reports: REPORTS }, String(REPORTS), { progressToken: 'storm' }),
      );
      return {
        coldCpuUs: cold.cpuUs,
        cpuUs: warm.cpuUs,
        perSecond: warm.perSecond,
        p50Ms: percentile(times, 50),
        p99Ms: percentile(times, 99),
        largeMs,
        hugeMs,
        // Some pass none on.
        ...(reports === REPORTS ? { stormMs } : {}),
      };
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
    { client: SDK },
  );
}

/** Over HTTP with the raw client: one session with 16 calls in flight, then 1, 8 and 32 sessions with one each. */
function measureHttp(target, size) {
  return withTarget(target, oneServer, async ({ pid, session, openAnother }) => {
    await session.tools();
    const call = echoOf(target, session);
    await callAtOnce(size.httpWarmUp, IN_FLIGHT, call);
    const warm = await measureAtOnce({ pid, count: size.http, inFlight: IN_FLIGHT, call });
    const values = { cpuUs: warm.cpuUs, perSecond: warm.perSecond };
    const sessions = [session];
    for (const count of [1, 8, 32]) {
      while (sessions.length < count) sessions.push(await openAnother());
      const calls = sessions.map((each) => echoOf(target, each));
      const callOfOne = (index) => calls[index % count](index);
      const { perSecond } = await measureAtOnce({ pid, count: size.httpSessions, inFlight: count, call: callOfOne });
      values[`perSecond${count}`] = perSecond;
    }
    await Promise.all(sessions.slice(1).map((each) => each.close()));
    return values;
  });
}

/** All figures of this section. */
export async function measureRelay({ rounds, size, peers, inTurns }) {
  const stdioPeers = peers.filter(({ transport }) => transport === 'stdio');
  const httpPeers = peers.filter(({ transport }) => transport === 'http');
  const listening = peers.filter(({ transport }) => transport !== 'stdio');
  const stdioTargets = [own.direct, own.bareRelay, own.toolyard, own.joined, own.sdkProxy, ...stdioPeers];
  const httpTargets = [own.bareHttpRelay, own.toolyardHttp, own.toolyardStateless, ...httpPeers];
  return {
    stdio: await inTurns('relay over stdio', stdioTargets, (target) => measureStdio(target, size), rounds),
    stdioSdk: await inTurns('SDK client over stdio', stdioTargets, (target) => measureSdk(target, size.sdk), rounds),
    http: await inTurns('relay over HTTP', httpTargets, (target) => measureHttp(target, size), rounds),
    httpSdk: await inTurns(
      'SDK client over HTTP',
      [own.bareHttpServer, own.bareHttpRelay, own.toolyardHttp, ...listening],
      (target) => measureSdk(target, size.httpSdk),
      rounds,
    ),
  };
}
