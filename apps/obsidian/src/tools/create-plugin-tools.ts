import type { HelpContext } from '@toolyard/documents';
import type { PluginParts } from '../yard/plugin-parts.ts';
import type { PluginServers } from '../yard/plugin-servers.ts';
import { createKnownTools } from './create-known-tools.ts';
import { createToolTrials, type TryTool } from './create-tool-trials.ts';
import { listTools, type ListedTool } from './list-tools.ts';

/** What the plugin offers for writing and trying tool calls. */
export interface PluginTools {
  /** What completion and hover go by; starts nothing. */
  help(): HelpContext;
  /** Resolves when what earlier runs left is known; starts nothing. */
  recall(): Promise<void>;
  /** All tools that are known, those that are switched off too; starts nothing. */
  list(): readonly ListedTool[];
  /**
   * Resolves when all tools are known that can be without a person's answer: reads what earlier runs left, and opens the yard, which starts those servers
   * alone whose tools nobody knows yet.
   */
  learn(): Promise<void>;
  readonly tryTool: TryTool;
}

/** Joins what is known of tools with the calls that try them. */
export function createPluginTools(parts: PluginParts, servers: Pick<PluginServers, 'list' | 'open'>): PluginTools {
  const known = createKnownTools(parts);
  return {
    help: () => known.context(),
    recall: () => known.recall(),
    list: () => listTools(servers.list(), known.context().catalogue),
    async learn() {
      await known.recall();
      if (servers.list().length === 0) return;
      await servers.open().catch((error: unknown) => {
        // That the plugin was closed is no news to whoever closed it.
        if (!parts.closing.aborted) throw error;
      });
    },
    tryTool: createToolTrials(parts),
  };
}
