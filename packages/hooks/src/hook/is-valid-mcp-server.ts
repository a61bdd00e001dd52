import { isJsonObject, type JsonObject } from '@toolyard/core';
import { HOOK_LIMITS } from './hook.ts';

/** Whether a server can be used; `unknown` where only a try would tell. */
export type ServerAvailability = 'available' | 'unavailable' | 'unknown';

/** A server as somebody who picks one for a hook sees it. */
export interface McpServer {
  readonly id: string;
  /** What people see, at most 100 characters. */
  readonly name: string;
  readonly description?: string;
  readonly status: ServerAvailability;
  readonly tools: readonly McpTool[];
  /** When it was last seen, in milliseconds since 1970. */
  readonly lastDiscovered: number;
}

/** A tool as somebody who picks one for a hook sees it. */
export interface McpTool {
  readonly name: string;
  /** What people see, at most 100 characters: see `toDisplayName`. */
  readonly displayName: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly serverId: string;
}

const STATUSES: readonly unknown[] = ['available', 'unavailable', 'unknown'];

/** Tells whether a value describes a server and its tools. */
export function isValidMcpServer(value: unknown): value is McpServer {
  if (!isJsonObject(value)) return false;
  const { id, name, description, status, tools, lastDiscovered } = value;
  return (
    isSomeText(id) &&
    isShownName(name) &&
    (description === undefined || typeof description === 'string') &&
    STATUSES.includes(status) &&
    Array.isArray(tools) &&
    tools.every(isValidMcpTool) &&
    typeof lastDiscovered === 'number' &&
    lastDiscovered > 0
  );
}

/** Tells whether a value describes a tool; its name may have any characters, since real ones have `-`, `.` and `/`. */
export function isValidMcpTool(value: unknown): value is McpTool {
  if (!isJsonObject(value)) return false;
  const { name, displayName, description, inputSchema, serverId } = value;
  return (
    isSomeText(name) &&
    isShownName(displayName) &&
    typeof description === 'string' &&
    isJsonObject(inputSchema) &&
    isSomeText(serverId)
  );
}

function isSomeText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isShownName(value: unknown): boolean {
  return isSomeText(value) && Array.from(value).length <= HOOK_LIMITS.nameLength;
}
