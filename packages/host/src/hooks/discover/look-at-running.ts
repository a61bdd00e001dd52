import type { Clock, Yard } from '@toolyard/core';
import { toMcpServer, type McpServer } from '@toolyard/hooks';
import { lookAt } from './discover-own.ts';

/** Servers that were found, with the state and tools that those of the configuration have in a yard that runs now. */
export function lookAtRunning(
  servers: readonly McpServer[],
  yard: Pick<Yard, 'server' | 'catalogue'>,
  clock: Pick<Clock, 'now'>,
): readonly McpServer[] {
  return servers.map((server) => {
    const { id, source, files } = server;
    if (source !== 'toolyard' || yard.server(id) === undefined) return server;
    const seen = lookAt(id, yard);
    const { status, reason, tools, lastDiscovered } = toMcpServer(
      { id, source, ...(files && { files }), tools: [], ...seen },
      clock.now(),
    );
    const { reason: _before, ...about } = server;
    return {
      ...about,
      status,
      ...(reason === undefined ? {} : { reason }),
      tools: seen.tools === undefined ? server.tools.map((tool) => ({ ...tool, status })) : tools,
      lastDiscovered,
    };
  });
}
