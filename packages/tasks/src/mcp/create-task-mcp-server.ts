import type { Link } from '@toolyard/core';
import type { CallIdentity } from './mcp-caller.ts';
import { McpSession, type McpSessionHost } from './mcp-session.ts';

/** The task tools as an MCP server of the handshake era, for any number of clients. */
export interface TaskMcpServer {
  /** Serves a client; resolves when its link has ended. */
  accept(link: Link, identity: CallIdentity): Promise<void>;
}

/** Keeps no state but that of calls in flight. */
export function createTaskMcpServer(host: McpSessionHost): TaskMcpServer {
  return { accept: (link, identity) => new McpSession(link, identity, host).ended };
}
