// The figures that Toolyard is held to: each a ratio within one run, so that the machine does not matter.
import { medianOf, medianOfPairs } from './measure/rounds.mjs';

const ratio =
  (key, otherKey = key) =>
  (own, other) =>
    own[key] / other[otherKey];

/** What is added to direct use, compared with what another one adds. */
function added(results, [own, other], key) {
  const rounds = results[own]?.length ?? 0;
  const directs = results['direct'] ?? [];
  const enrich = (name) =>
    (results[name] ?? []).map((values, round) => values && { ...values, base: directs[round]?.[key] });
  const enriched = { own: enrich(own), other: enrich(other) };
  return rounds === 0
    ? undefined
    : medianOfPairs(enriched, ['own', 'other'], (left, right) => (left[key] - left.base) / (right[key] - right.base));
}

const compare = (section, pair, key) => (report) => medianOfPairs(report[section] ?? {}, pair, ratio(key));
const STDIO = ['toolyard', 'bare relay'];
const JOINED = ['toolyard, joined', 'bare relay'];
const STATELESS = ['toolyard, stateless', 'bare relay'];

/** The best of the peers that were measured, by calls per second; absent without peers. */
function bestPeer(results) {
  const peers = ['mcp-hub', 'mcp-proxy', 'supergateway'].filter((name) => medianOf(results ?? {}, name, 'perSecond'));
  return peers.toSorted(
    (left, right) => medianOf(results, right, 'perSecond') - medianOf(results, left, 'perSecond'),
  )[0];
}

/** `of` takes the figure out of a report; `max` or `min` is the bar; `isCpu` marks those that a busy machine leaves alone. */
export const BARS = [
  {
    id: 'stdio-throughput',
    label: 'stdio, SDK client, the first calls: throughput ÷ bare relay',
    min: 0.85,
    of: compare('stdioSdk', STDIO, 'perSecond'),
  },
  {
    id: 'stdio-latency',
    label: 'stdio, one at a time: added p50 ÷ what the bare relay adds',
    max: 1.3,
    of: (report) => added(report.stdio ?? {}, STDIO, 'p50Ms'),
  },
  {
    id: 'stdio-latency-peer',
    label: 'stdio, one at a time: added p50 ÷ what an SDK proxy adds',
    max: 0.5,
    of: (report) => added(report.stdio ?? {}, ['toolyard', 'sdk proxy'], 'p50Ms'),
  },
  {
    id: 'stdio-cpu',
    label: 'stdio: CPU of a call ÷ bare relay’s, warm',
    max: 1.5,
    isCpu: true,
    of: compare('stdio', STDIO, 'cpuUs'),
  },
  {
    id: 'stdio-cold-cpu',
    label: 'stdio: CPU of a call ÷ bare relay’s, the first 2,000',
    max: 2,
    isCpu: true,
    of: compare('stdio', STDIO, 'coldCpuUs'),
  },
  {
    id: 'http-cpu',
    label: 'HTTP: CPU of a call ÷ bare relay’s',
    max: 1.8,
    isCpu: true,
    of: compare('http', STDIO, 'cpuUs'),
  },
  {
    id: 'http-throughput',
    label: 'HTTP: throughput ÷ bare relay’s',
    min: 0.6,
    of: compare('http', STDIO, 'perSecond'),
  },
  {
    id: 'stateless-cpu',
    label: 'HTTP without sessions: CPU of a call ÷ bare relay’s',
    max: 2,
    isCpu: true,
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
    label: 'HTTP, SDK client: throughput ÷ a bare server’s',
    min: 0.85,
    of: compare('httpSdk', ['toolyard', 'bare server'], 'perSecond'),
  },
  {
    id: 'http-sdk-peer',
    label: 'HTTP, SDK client: throughput ÷ the best peer’s',
    min: 1.3,
    of: (report) => medianOfPairs(report.httpSdk ?? {}, ['toolyard', bestPeer(report.httpSdk)], ratio('perSecond')),
  },
  {
    id: 'large-result',
    label: 'stdio: result of 1 MB ÷ direct',
    max: 1.5,
    of: compare('stdio', ['toolyard', 'direct'], 'largeMs'),
  },
  {
    id: 'slow-servers',
    label: '10 servers that need 1 s each: all listed ÷ one alone',
    max: 1.5,
    of: (report) => medianOfPairs(report.start ?? {}, ['toolyard', 'toolyard'], ratio('tenSlowMs', 'oneSlowMs')),
  },
  {
    id: 'remembered',
    label: '30 servers that ran before: first list ÷ “node -e 0”',
    max: 5,
    of: (report) => medianOfPairs(report.start ?? {}, ['toolyard', 'node -e 0'], ratio('rememberedMs', 'startMs')),
  },
  {
    id: 'wide-start',
    label: 'many processes with 50 tools each: first list ÷ an SDK proxy’s',
    max: 0.8,
    of: compare('wide', ['toolyard', 'sdk proxy'], 'wideMs'),
  },
  {
    id: 'handshake',
    label: 'handshake answered ÷ “node -e 0”',
    max: 2.1,
    of: (report) => medianOfPairs(report.start ?? {}, ['toolyard', 'node -e 0'], ratio('handshakeMs', 'startMs')),
  },
  {
    id: 'many-tools',
    label: 'CPU of a call with 10,000 tools ÷ with 100',
    max: 1.1,
    isCpu: true,
    of: compare('catalogue', ['1 × 10000 tools', '1 × 100 tools'], 'cpuUs'),
  },
  {
    id: 'idle-memory',
    label: 'memory without servers [MB]',
    max: 70,
    of: (report) => medianOf(report.idle ?? {}, 'toolyard', 'idleMb'),
  },
  {
    id: 'client-heap',
    label: 'heap of an idle HTTP client [KB]',
    max: 50,
    of: (report) => medianOf(report.idleClients ?? {}, 'toolyard', 'clientKb'),
  },
  {
    id: 'abandoned-heap',
    label: 'heap left by 300 abandoned sessions [MB]',
    max: 3,
    of: (report) => medianOf(report.abandoned ?? {}, 'toolyard', 'abandonedMb'),
  },
  {
    id: 'heap-growth',
    label: 'heap after 50,000 calls ÷ after 5,000',
    max: 1.1,
    of: (report) => medianOfPairs(report.calls ?? {}, ['toolyard', 'toolyard'], ratio('lateMb', 'earlyMb')),
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
    of: (report) => added(report.stdio ?? {}, JOINED, 'p50Ms'),
  },
];

/** Each bar with what was measured, where it was. */
export function judge(report) {
  return BARS.flatMap(({ id, label, min, max, isCpu = false, of }) => {
    const value = of(report);
    if (value === undefined) return [];
    const isMet = (min === undefined || value >= min) && (max === undefined || value <= max);
    return { id, label, value, isCpu, isMet, ...(min === undefined ? { max } : { min }) };
  });
}
