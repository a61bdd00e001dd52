// What a report shows, for its readers as for machines: each figure of each target, also as a part of direct use and of the best peer.
import { bestPeer } from '../measure/best-peer.mjs';
import { medianOf, medianOfPairs, roundsOf } from '../measure/rounds.mjs';
import { jsonAlone } from '../targets/references.mjs';

const TITLES = {
  stdio: 'Over stdio: raw client, 16 calls in flight unless a row says otherwise',
  stdioSdk: 'Over stdio: SDK client, the first calls, 16 in flight',
  http: 'Over HTTP: raw client, 16 calls in flight unless a row says otherwise',
  httpSdk: 'Over HTTP: SDK client, the first calls, 16 in flight',
  start: 'From the start of the process, over stdio',
  wide: 'The same with many servers of 50 tools each',
  catalogue: 'Many tools and servers, over stdio',
  clients: 'Many clients, over HTTP: one calls, the others are idle',
  bystander: 'A ping over HTTP while another client moves results of 10 MB',
  idle: 'Without servers',
  idleClients: 'JavaScript objects of an idle HTTP client',
  abandoned: 'JavaScript objects left by 300 HTTP clients that went without a word',
  calls: 'Many calls over stdio',
};

const LABELS = {
  coldCpuUs: 'CPU of a call, the first ones',
  cpuUs: 'CPU of a call',
  perSecond: 'calls per second',
  p50Ms: 'one at a time, p50',
  p99Ms: 'one at a time, p99',
  quietPingP99Ms: 'p99 of a ping before that',
  pingP50Ms: 'p50 of a ping',
  pingP99Ms: 'p99 of a ping',
  largeMs: 'result of 1 MB',
  hugeMs: 'result of 10 MB',
  stormMs: '2,000 progress reports',
  idleMb: 'memory, idle',
  loadMb: 'memory, after these calls',
  startMs: 'start and end',
  handshakeMs: 'handshake',
  firstListMs: 'first list',
  listCpuUs: 'CPU of a list',
  listMs: 'list',
  clientKb: 'memory of an idle one',
  clientHeapKb: 'heap',
  abandonedHeapMb: 'heap',
  heapMb: 'heap',
};

const UNITS = { Us: 'µs', Ms: 'ms', Mb: 'MB', Kb: 'KB' };

/** What figures are divided by: the first of these that has the figure. */
const BASES = ['direct', 'bare relay', 'node -e 0'];

/** A table for each group of figures that was measured. */
export function toTables(results) {
  return Object.entries(results).map(([id, group]) => {
    const targets = Object.keys(group).filter((name) => name !== jsonAlone.name);
    const keys = new Set(targets.flatMap((name) => group[name].flatMap((values) => Object.keys(values ?? {}))));
    const figures = [...keys].map((key) => toFigure(group, targets, key));
    return { id, title: TITLES[id], rounds: roundsOf(group), targets, figures };
  });
}

function toFigure(group, targets, key) {
  const base = BASES.find((name) => medianOf(group, name, key) !== undefined);
  const peer = bestPeer(group, key);
  const relate = (other) => toEntries(targets, (name) => medianOfPairs(group, [name, other], toRatio(key)));
  return {
    key,
    label: toLabel(key),
    values: toEntries(targets, (name) => medianOf(group, name, key)),
    ...(base && { base, toBase: relate(base) }),
    ...(peer && { bestPeer: peer, toBestPeer: relate(peer) }),
  };
}

function toRatio(key) {
  return (own, other) => own[key] / other[key];
}

function toEntries(names, valueOf) {
  const entries = names.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** `cpuUs, 100 tools` is `CPU of a call, 100 tools [µs]`. */
function toLabel(key) {
  const [figure, ...more] = key.split(', ');
  const unit = UNITS[figure.slice(-2)];
  const words = [LABELS[figure] ?? figure, ...more]
    .join(', ')
    .replaceAll(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en'));
  return unit === undefined ? words : `${words} [${unit}]`;
}
