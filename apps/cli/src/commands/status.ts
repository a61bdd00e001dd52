import type { ServerState, ServerStatus } from '@toolyard/core';
import type { Host } from '../host/host.ts';
import { createScreen, type Screen, type Tone } from '../terminal/create-screen.ts';
import { renderTable } from '../terminal/render-table.ts';
import { toLine } from '../terminal/text-width.ts';
import { EXIT } from '../to-exit-code.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions } from '../yard/with-yard.ts';

/** `toolyard status`: what every server is doing, as soon as none is starting any more. */
export function runStatus(options: CommonOptions & { readonly wait?: number }, host: Host): Promise<number> {
  return withYard(host, options, async ({ yard, signal, opened }) => {
    const ms = options.wait ?? opened.configuration.settings.listWaitMs;
    await waitForServers(yard, host, { ms, signal });
    if (signal.aborted) return EXIT.interrupted;
    const screen = createScreen(host.stdout, host.env);
    const servers = yard.servers();
    if (options.json === true) screen.line(JSON.stringify({ servers }, undefined, 2));
    else if (servers.length > 0) for (const line of renderStatus(servers, screen)) screen.line(line);
    else host.stderr.write('No servers are configured. "toolyard up" says how to add one.\n');
    return EXIT.done;
  });
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

function describe({ reason, phase, state }: ServerStatus): string {
  if (state === 'running' || reason === undefined) return state === 'starting' ? (phase ?? '') : '';
  return toLine(phase === undefined ? reason : `${phase}: ${reason}`);
}
