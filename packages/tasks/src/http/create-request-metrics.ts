import type { RequestCounter } from '../operations/create-request-journal.ts';

/** Counts requests. */
export interface RequestMetrics extends RequestCounter {
  /** All of it as Prometheus reads it. */
  render(uptimeMs: number): string;
}

const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

interface Series {
  readonly labels: string;
  readonly byStatus: Map<number, number>;
  readonly buckets: number[];
  sumMs: number;
  count: number;
}

/** Starts at zero. */
export function createRequestMetrics(): RequestMetrics {
  const all = new Map<string, Series>();
  let running = 0;

  return {
    begin: () => void (running += 1),
    end: () => void (running -= 1),
    count({ method, endpoint, status, durationMs }) {
      const labels = `method="${method}",endpoint="${endpoint}"`;
      const series = all.get(labels) ?? createSeries(labels);
      all.set(labels, series);
      series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
      series.sumMs += durationMs;
      series.count += 1;
      for (const [index, limit] of BUCKETS_MS.entries()) {
        if (durationMs <= limit) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
      }
    },
    render(uptimeMs) {
      const series = [...all.values()];
      return [
        ...head('toolyard_tasks_requests_total', 'counter', 'Requests that were answered.'),
        ...series.flatMap(renderCounts),
        ...head('toolyard_tasks_request_seconds', 'histogram', 'How long requests took.'),
        ...series.flatMap(renderTimes),
        ...head('toolyard_tasks_requests_running', 'gauge', 'Requests in progress.'),
        `toolyard_tasks_requests_running ${running}`,
        ...head('toolyard_tasks_uptime_seconds', 'gauge', 'Seconds since the start.'),
        `toolyard_tasks_uptime_seconds ${Math.floor(uptimeMs / 1000)}`,
        '',
      ].join('\n');
    },
  };
}

function createSeries(labels: string): Series {
  return { labels, byStatus: new Map(), buckets: BUCKETS_MS.map(() => 0), sumMs: 0, count: 0 };
}

function head(name: string, type: string, what: string): string[] {
  return [`# HELP ${name} ${what}`, `# TYPE ${name} ${type}`];
}

function renderCounts({ labels, byStatus }: Series): string[] {
  return [...byStatus].map(([status, count]) => `toolyard_tasks_requests_total{${labels},status="${status}"} ${count}`);
}

function renderTimes({ labels, buckets, sumMs, count }: Series): string[] {
  const name = 'toolyard_tasks_request_seconds';
  return [
    ...BUCKETS_MS.map((limit, index) => `${name}_bucket{${labels},le="${limit / 1000}"} ${buckets[index] ?? 0}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sumMs / 1000}`,
    `${name}_count{${labels}} ${count}`,
  ];
}
