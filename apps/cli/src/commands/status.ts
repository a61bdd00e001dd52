import type { ServerState, ServerStatus } from '@toolyard/core';
import type { Host } from '../host/host.ts';
import { createScreen, type Screen, type Tone } from '../terminal/create-screen.ts';
import { renderTable } from '../terminal/render-table.ts';
import { toLine } from '../terminal/text-width.ts';
import { EXIT } from '../to-exit-code.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions, type YardUse } from '../yard/with-yard.ts';

/** `toolyard status`: what every server is doing, as soon as none is starting any more. */
export function runStatus(options: CommonOptions & { readonly wait?: number }, host: Host): Promise<number> {
  return withYard(host, options, async (use) => {
    const { yard, signal, configuration, isJoined } = use;
    // The servers of a running yard are as they are; those of one's own are only starting, which says nothing.
    const ms = options.wait ?? (isJoined ? 0 : configuration.settings.listWaitMs);
    if (ms > 0) await waitForServers(yard, host, { ms, signal });
    if (signal.aborted) return EXIT.interrupted;
    const screen = createScreen(host.stdout, host.env);
    const servers = yard.servers();
    if (options.json === true) {
      screen.line(JSON.stringify({ yard: isJoined ? 'running' : 'started', servers }, undefined, 2));
    } else if (servers.length > 0) {
      for (const line of renderStatus(servers, screen)) screen.line(line);
      host.stderr.write(`${describeYard(use)}\n`);
    } else {
      host.stderr.write('No servers are configured. "toolyard up" says how to add one.\n');
    }
    return EXIT.done;
  });
}

function describeYard({ isJoined, place }: YardUse): string {
  return isJoined
    ? `These are the servers of the Toolyard that runs ${place.file}.`
    : 'No Toolyard runs on this configuration: the servers were started for this answer, and are stopped again.';
}

/** The servers as a table. */
export function renderStatus(servers: readonly ServerStatus[], screen: Screen): string[] {
  const rows = servers.map((server) => [
    { text: toLine(server.key), paint: (text: string) => screen.paint('strong', text) },
    { text: server.state, paint: (text: string) => screen.paint(TONES[server.state], text) },
    { text: String(server.tools) },
    { text: server.latencyMs === undefined ? '' : `${Math.round(server.latencyMs)} ms` },
    { text: String(server.failures) },
    { text: describe(server) },
  ]);
  return renderTable(rows, {
    header: ['SERVER', 'STATE', 'TOOLS', 'LATENCY', 'FAILURES', 'DETAIL'],
    paintHeader: (text) => screen.paint('quiet', text),
    ...(screen.width === undefined ? {} : { width: screen.width }),
  });
}

/** How each state is coloured. */
export const TONES: Readonly<Record<ServerState, Tone>> = {
  running: 'good',
  starting: 'busy',
  retrying: 'busy',
  'needs-login': 'busy',
  failed: 'bad',
  'auto-disabled': 'bad',
  idle: 'quiet',
  disabled: 'quiet',
  stopped: 'quiet',
};

/** Since when a server is as it is, why, and what comes next. */
function describe(server: ServerStatus): string {
  const { state, reason, phase, lastConnectedAt, nextTryAt, autoDisabledAt } = server;
  if (state === 'running') return lastConnectedAt === undefined ? '' : `since ${toTime(lastConnectedAt)}`;
  if (state === 'starting') return phase ?? '';
  const why = reason === undefined ? [] : [phase === undefined ? reason : `${phase}: ${reason}`];
  const next = state === 'retrying' && nextTryAt !== undefined ? [`next try at ${toTime(nextTryAt)}`] : [];
  const since = state === 'auto-disabled' && autoDisabledAt !== undefined ? [`since ${toTime(autoDisabledAt)}`] : [];
  return toLine([...next, ...since, ...why].join('; '));
}

/** A moment of today as the time of day, any other with its date; in local time. */
function toTime(iso: string): string {
  const at = new Date(iso);
  const time = at.toTimeString().slice(0, 8);
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString('sv')} ${time}`;
}
