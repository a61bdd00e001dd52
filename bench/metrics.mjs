/** What a run measures, in the order of the table; `best` tells which of several rounds counts. */
export const METRICS = [
  { key: 'startMs', label: 'start to first list, {servers} servers', unit: 'ms', best: Math.min },
  { key: 'hungStartMs', label: 'the same, one of them hung', unit: 'ms', best: Math.min },
  { key: 'p50Ms', label: 'small call, one at a time, p50', unit: 'ms', best: Math.min },
  { key: 'p99Ms', label: 'small call, one at a time, p99', unit: 'ms', best: Math.min },
  { key: 'callsPerSecond', label: 'small calls, one at a time', unit: '/s', best: Math.max },
  { key: 'cpuUs', label: 'CPU of one of these', unit: 'µs', best: Math.min },
  { key: 'callsPerSecondAtOnce', label: 'small calls, 64 in flight', unit: '/s', best: Math.max },
  { key: 'cpuUsAtOnce', label: 'CPU of one of these', unit: 'µs', best: Math.min },
  { key: 'largeResultMs', label: 'result of 1 MB, p50', unit: 'ms', best: Math.min },
  { key: 'largeArgumentMs', label: 'argument of 1 MB, p50', unit: 'ms', best: Math.min },
  { key: 'memoryMb', label: 'memory after all these', unit: 'MB', best: Math.min },
  { key: 'wideStartMs', label: 'start to first list, {wideServers} × 50 tools', unit: 'ms', best: Math.min },
  { key: 'wideListMs', label: 'the same list again', unit: 'ms', best: Math.min },
];

/** Joins what two rounds gave, metric by metric. */
export function keepBest(known, given) {
  const joined = { ...known };
  for (const { key, best } of METRICS) {
    if (given[key] !== undefined) joined[key] = known[key] === undefined ? given[key] : best(known[key], given[key]);
  }
  return joined;
}
