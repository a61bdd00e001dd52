import { isJsonObject, type JsonObject } from '@toolyard/core';
import { HOOK_LIMITS } from './hook.ts';

/** Whether a server can be used; `unknown` where only a try would tell. */
export type ServerAvailability = 'available' | 'unavailable' | 'unknown';

/** A server as somebody who picks one for a hook sees it. */
export interface McpServer {
  /** What hooks name it by. */
  readonly id: string;
  /** What people see, at most 100 characters. */
  readonly name: string;
  readonly description?: string;
  readonly status: ServerAvailability;
  /** Why it is not available, for people. */
  readonly reason?: string;
  /** Whose files define it: `toolyard`, or the name of another program such as `vscode`. */
  readonly source?: string;
  /** The files that define it, the one that counts first. */
  readonly files?: readonly string[];
  readonly tools: readonly McpTool[];
  /** When it was last found in a file, in milliseconds since 1970. */
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
  readonly status?: ServerAvailability;
  /** When its server last offered it, in milliseconds since 1970. */
  readonly lastSeen?: number;
}

const STATUSES: readonly unknown[] = ['available', 'unavailable', 'unknown'];

/** Tells whether a value describes a server and its tools. */
export function isValidMcpServer(value: unknown): value is McpServer {
  if (!isJsonObject(value)) return false;
  const { id, name, description, status, reason, source, files = [], tools, lastDiscovered } = value;
  return (
    isSomeText(id) &&
    isShownName(name) &&
    [description, reason, source].every(isOptionalText) &&
    STATUSES.includes(status) &&
    Array.isArray(files) &&
    files.every(isSomeText) &&
    Array.isArray(tools) &&
    tools.every(isValidMcpTool) &&
    isTime(lastDiscovered)
  );
}

/** Tells whether a value describes a tool; its name may have any characters, since real ones have `-`, `.` and `/`. */
export function isValidMcpTool(value: unknown): value is McpTool {
  if (!isJsonObject(value)) return false;
  const { name, displayName, description, inputSchema, serverId, status, lastSeen } = value;
  return (
    isSomeText(name) &&
    isShownName(displayName) &&
    typeof description === 'string' &&
    isJsonObject(inputSchema) &&
    isSomeText(serverId) &&
    (status === undefined || STATUSES.includes(status)) &&
    (lastSeen === undefined || isTime(lastSeen))
  );
}

function isSomeText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}

function isShownName(value: unknown): boolean {
  return isSomeText(value) && Array.from(value).length <= HOOK_LIMITS.nameLength;
}
