import type { ServerState, Yard } from '@toolyard/core';

/** How many calls ended in which way. */
export interface CallCounts {
  readonly success: number;
  readonly error: number;
  readonly timeout: number;
  readonly cancelled: number;
}

/** What is measured. */
export interface Measured {
  readonly yard: Yard | undefined;
  readonly calls: CallCounts;
  readonly sessions: number;
  readonly uptimeMs: number;
}

const STATES: readonly ServerState[] = [
  'disabled',
  'idle',
  'starting',
  'running',
  'retrying',
  'needs-login',
  'failed',
  'auto-disabled',
  'stopped',
];

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** The measurements as Prometheus reads them. */
export function renderMetrics({ yard, calls, sessions, uptimeMs }: Measured): string {
  const servers = yard?.servers() ?? [];
  const active = yard?.calls.active() ?? [];
  const running = active.filter(({ status }) => status === 'executing').length;
  return [
    metric('toolyard_servers', 'gauge', 'Servers by state.', countBy(STATES, servers)),
    metric(
      'toolyard_server_tools',
      'gauge',
      'Tools that each server offers.',
      servers.map(({ key, tools }): Sample => [{ server: key }, tools]),
    ),
    metric(
      'toolyard_calls_total',
      'counter',
      'Calls that ended, by outcome.',
      Object.entries(calls).map(([outcome, count]): Sample => [{ outcome }, count]),
    ),
    metric('toolyard_calls_running', 'gauge', 'Calls that are running.', [[{}, running]]),
    metric('toolyard_calls_waiting', 'gauge', 'Calls that are waiting for a slot.', [[{}, active.length - running]]),
    metric('toolyard_sessions', 'gauge', 'Sessions of HTTP clients.', [[{}, sessions]]),
    metric('toolyard_uptime_seconds', 'gauge', 'Seconds since the start.', [[{}, Math.floor(uptimeMs / 1000)]]),
  ].join('');
}

function countBy(states: readonly ServerState[], servers: readonly { readonly state: ServerState }[]): Sample[] {
  return states.map((state) => [{ state }, servers.filter((server) => server.state === state).length]);
}

function metric(name: string, type: 'gauge' | 'counter', what: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${renderLabels(labels)} ${value}\n`);
  return `# HELP ${name} ${what}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
