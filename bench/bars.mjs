// The figures that Toolyard is held to: each a ratio within one run, so that the machine does not matter.
import { bestPeer } from './measure/best-peer.mjs';
import { medianOf, medianOfPairs } from './measure/rounds.mjs';

const ratio =
  (key, otherKey = key) =>
  (own, other) =>
    own[key] / other[otherKey];

/** What is added to direct use, compared with what another one adds. */
function added(results = {}, [own, other], key) {
  const toAdded = (name) =>
    (results[name] ?? []).map((values, round) => values && { added: values[key] - results.direct?.[round]?.[key] });
  return medianOfPairs({ own: toAdded(own), other: toAdded(other) }, ['own', 'other'], ratio('added'));
}

const compare = (group, pair, key, otherKey) => (results) =>
  medianOfPairs(results[group] ?? {}, pair, ratio(key, otherKey));
const OWN = ['toolyard', 'toolyard'];
const RELAY = ['toolyard', 'bare relay'];
const JOINED = ['toolyard, joined', 'bare relay'];
const STATELESS = ['toolyard, stateless', 'bare relay'];

/**
 * `of` takes the figure out of the results of a run, `min` or `max` is the bar. Changes below `noise` say nothing. What has no bar is
 * about the yardstick, which must not change at all; over HTTP its CPU depends too much on how many requests come at once.
 */
const BARS = [
  {
    id: 'stdio-throughput',
    label: 'stdio, SDK client, the first 6,000 calls: throughput ÷ bare relay',
    min: 0.85,
    of: compare('stdioSdk', RELAY, 'perSecond'),
  },
  {
    id: 'stdio-latency',
    label: 'stdio, one at a time: added p50 ÷ what the bare relay adds',
    max: 1.3,
    of: (results) => added(results.stdio, RELAY, 'p50Ms'),
  },
  {
    id: 'stdio-latency-peer',
    label: 'stdio, one at a time: added p50 ÷ what the best peer adds',
    max: 0.5,
    of: (results) => added(results.stdio, ['toolyard', bestPeer(results.stdio ?? {}, 'p50Ms')], 'p50Ms'),
  },
  {
    id: 'stdio-cpu',
    label: 'stdio: CPU of a call ÷ bare relay’s, warm',
    max: 1.5,
    of: compare('stdio', RELAY, 'cpuUs'),
  },
  {
    id: 'stdio-cold-cpu',
    label: 'stdio: CPU of a call ÷ bare relay’s, the first 2,000',
    max: 2,
    of: compare('stdio', RELAY, 'coldCpuUs'),
  },
  {
    id: 'http-cpu',
    label: 'HTTP: CPU of a call ÷ bare relay’s',
    max: 1.8,
    of: compare('http', RELAY, 'cpuUs'),
  },
  {
    id: 'http-throughput',
    label: 'HTTP: throughput ÷ bare relay’s',
    min: 0.6,
    of: compare('http', RELAY, 'perSecond'),
  },
  {
    id: 'stateless-cpu',
    label: 'HTTP without sessions: CPU of a call ÷ bare relay’s',
    max: 2,
    of: compare('http', STATELESS, 'cpuUs'),
  },
  {
    id: 'stateless-throughput',
    label: 'HTTP without sessions: throughput ÷ bare relay’s',
    min: 0.5,
    of: compare('http', STATELESS, 'perSecond'),
  },
  {
    id: 'http-sdk-throughput',
    label: 'HTTP, SDK client: throughput ÷ direct use of a server',
    min: 0.85,
    of: compare('httpSdk', ['toolyard', 'direct'], 'perSecond'),
  },
  {
    id: 'http-sdk-peer',
    label: 'HTTP, SDK client: throughput ÷ the best peer’s',
    min: 1.3,
    of: (results) =>
      medianOfPairs(
        results.httpSdk ?? {},
        ['toolyard', bestPeer(results.httpSdk ?? {}, 'perSecond')],
        ratio('perSecond'),
      ),
  },
  {
    id: 'large-result',
    label: 'stdio: result of 1 MB ÷ direct',
    max: 1.5,
    of: compare('stdio', ['toolyard', 'direct'], 'largeMs'),
  },
  {
    id: 'slow-servers',
    label: '10 servers that need 1 s each to start: all listed ÷ one alone',
    max: 1.5,
    of: compare('start', OWN, 'firstListMs, 10 slow servers', 'firstListMs, 1 slow server'),
  },
  {
    id: 'remembered',
    label: '30 servers that ran before: first list ÷ “node -e 0”',
    max: 5,
    of: compare('start', ['toolyard', 'node -e 0'], 'firstListMs, 30 again', 'startMs'),
  },
  {
    id: 'wide-start',
    label: '200 servers with 50 tools each: first list ÷ an SDK proxy’s',
    max: 0.8,
    of: compare('wide', ['toolyard', 'sdk proxy'], 'firstListMs, 200 servers'),
  },
  {
    id: 'handshake',
    label: 'handshake answered ÷ “node -e 0”',
    max: 2.1,
    of: compare('start', ['toolyard', 'node -e 0'], 'handshakeMs', 'startMs'),
  },
  {
    id: 'many-tools',
    label: 'CPU of a call with 10,000 tools ÷ with 100',
    max: 1.1,
    of: compare('catalogue', OWN, 'cpuUs, 10000 tools', 'cpuUs, 100 tools'),
  },
  {
    id: 'idle-memory',
    label: 'memory without servers [MB]',
    max: 70,
    of: (results) => medianOf(results.idle ?? {}, 'toolyard', 'idleMb'),
  },
  {
    id: 'client-heap',
    label: 'heap of an idle HTTP client [KB]',
    max: 50,
    of: (results) => medianOf(results.idleClients ?? {}, 'toolyard', 'clientHeapKb'),
  },
  {
    id: 'abandoned-heap',
    label: 'heap left by 300 abandoned sessions [MB]',
    max: 3,
    noise: 0.5,
    of: (results) => medianOf(results.abandoned ?? {}, 'toolyard', 'abandonedHeapMb'),
  },
  {
    id: 'heap-growth',
    label: 'heap after 50,000 calls ÷ after 5,000',
    max: 1.1,
    of: compare('calls', OWN, 'heapMb, 50000 calls', 'heapMb, 5000 calls'),
  },
  {
    id: 'joined-throughput',
    label: 'a joined client: throughput ÷ bare relay',
    min: 0.6,
    of: compare('stdioSdk', JOINED, 'perSecond'),
  },
  {
    id: 'joined-latency',
    label: 'a joined client: added p50 ÷ what the bare relay adds',
    max: 2,
    of: (results) => added(results.stdio, JOINED, 'p50Ms'),
  },
  {
    id: 'yardstick',
    label: 'the bare relay itself, stdio: CPU of a call ÷ that of its JSON alone',
    of: compare('stdio', ['bare relay', 'JSON alone'], 'cpuUs'),
  },
];

/** Each figure that was measured, with its bar and whether that is met. */
export function judge(results) {
  return BARS.flatMap(({ of, ...bar }) => {
    const value = of(results);
    return value === undefined ? [] : { ...bar, value, ...toVerdict(bar, value) };
  });
}

function toVerdict({ min, max }, value) {
  if (min === undefined && max === undefined) return {};
  return { isMet: min === undefined ? value <= max : value >= min };
}
