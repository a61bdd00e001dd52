import type { JsonObject, ToolOutcome } from '@toolyard/core';

/** The tools that a model has at one place of one note, and the way to run them. */
export interface AIToolContext {
  /** Those that are offered; what a token budget left out is not among them. */
  readonly tools: readonly AITool[];
  /** Checks binding, switches and the enabled state again, so that a tool that is not in `tools` is refused too. */
  executeTool(serverId: string, toolName: string, params: JsonObject): Promise<ToolOutcome>;
  /** The keys of the servers whose tools there are. */
  readonly enabledServers: readonly string[];
  /** The key of the server that the section is bound to. */
  readonly sectionBinding?: string;
}

/** One tool of an `AIToolContext`. */
export interface AITool {
  /** The key of the server. */
  readonly serverId: string;
  /** What the server calls itself, else its key. */
  readonly serverName: string;
  readonly toolName: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}
