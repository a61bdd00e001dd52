import { cutText, isJsonObject, type JsonObject, type ServerState } from '@toolyard/core';
import { HOOK_LIMITS } from '../hook/hook.ts';
import type { McpServer, McpTool, ServerAvailability } from '../hook/is-valid-mcp-server.ts';
import { toDisplayName } from '../hook/to-display-name.ts';
import { toAvailability } from '../run/describe-server-state.ts';

/** What is known of a server after looking for it. */
export interface ServerEvidence extends Pick<McpServer, 'id' | 'source' | 'files'> {
  /** What people call it; its id where absent. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Its state in a yard; absent where nothing was started. */
  readonly state?: ServerState | undefined;
  /** It cannot be used, whatever its state. */
  readonly isUnusable?: boolean;
  /** Why it is not available. */
  readonly reason?: string | undefined;
  /** Its tools as it sent them, now or earlier. */
  readonly tools: readonly JsonObject[];
  /** When it sent them, in milliseconds since 1970; now where it runs. */
  readonly toolsSeenAt?: number | undefined;
}

const DESCRIPTION_LENGTH = 500;

/** A server as those see it who pick one for a hook; `now` is when it was found, in milliseconds since 1970. */
export function toMcpServer(evidence: ServerEvidence, now: number): McpServer {
  const { id, title, description, source, files, tools } = evidence;
  const status = evidence.isUnusable === true ? 'unavailable' : toAvailability(evidence.state ?? 'idle');
  const reason = status === 'available' ? undefined : (evidence.reason ?? explainState(evidence.state));
  const seenAt = status === 'available' ? now : evidence.toolsSeenAt;
  return {
    id,
    name: toDisplayName({ name: id, title: title ?? id }),
    ...(description === undefined || description.trim() === ''
      ? {}
      : { description: cutText(description.trim(), DESCRIPTION_LENGTH) }),
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(source === undefined ? {} : { source }),
    ...(files === undefined ? {} : { files }),
    tools: tools.flatMap((tool) => toMcpTool(tool, { serverId: id, status, lastSeen: seenAt })),
    lastDiscovered: now,
  };
}

interface ToolFacts {
  readonly serverId: string;
  readonly status: ServerAvailability;
  readonly lastSeen: number | undefined;
}

/** None where what the server sent is no tool. */
function toMcpTool(tool: JsonObject, { serverId, status, lastSeen }: ToolFacts): McpTool[] {
  const { name, title, description, inputSchema, annotations } = tool;
  if (typeof name !== 'string' || name === '') return [];
  const shown = typeof title === 'string' ? title : titleIn(annotations);
  return [
    {
      name,
      displayName: toDisplayName({ name, title: shown }),
      description: typeof description === 'string' ? description : '',
      inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
      serverId,
      status,
      ...(lastSeen === undefined || lastSeen <= 0 ? {} : { lastSeen }),
    },
  ];
}

/** Where older servers keep the title. */
function titleIn(annotations: unknown): string | undefined {
  const title = isJsonObject(annotations) ? annotations['title'] : undefined;
  return typeof title === 'string' ? title : undefined;
}

function explainState(state: ServerState | undefined): string | undefined {
  if (state === 'idle') return 'it starts when it is needed';
  if (state === 'starting') return `it was still starting after ${HOOK_LIMITS.discoveryWaitMs / 1000} s`;
  return state;
}
