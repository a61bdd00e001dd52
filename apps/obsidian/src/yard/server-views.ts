import type { CatalogueEntry, ServerState, ServerStatus } from '@toolyard/core';
import { estimateTokens } from '@toolyard/core';
import type { StoredServer } from '../settings/plugin-data.ts';
import type { PluginYard } from './create-plugin-yard.ts';
import type { ServerBlock, ServerTool, ServerView } from './plugin-servers.ts';
import { readToolSwitches } from './switch-tool.ts';

/** What is known of a server besides its status. */
export interface ViewedServer extends Pick<StoredServer, 'name' | 'enabled'> {
  readonly stored?: StoredServer;
  readonly block?: ServerBlock;
  readonly missingSecrets: readonly string[];
  readonly isTrusted: boolean;
}

/** Servers as they are shown. */
export interface ServerViews {
  /** A server with what its yard knows of it. */
  toView(server: ViewedServer): ServerView;
  /** Takes the tools of a server that no yard knows, as a test of its connection found them. */
  learn(name: string, tools: readonly ServerTool[]): void;
}

/** Shows servers with what their yard knows of them, and remembers the tools that a server had before they were switched off. */
export function createServerViews(yard: Pick<PluginYard, 'opened'>): ServerViews {
  const seen = new Map<string, Map<string, ServerTool>>();

  function learn(name: string, tools: readonly ServerTool[]): ReadonlyMap<string, ServerTool> {
    const known = seen.get(name) ?? new Map<string, ServerTool>();
    for (const tool of tools) known.set(tool.name, tool);
    seen.set(name, known);
    return known;
  }

  function toView({ name, enabled, stored, block, missingSecrets, isTrusted }: ViewedServer): ServerView {
    const status = yard.opened?.yard.server(name);
    const entries = yard.opened?.yard.catalogue.listOf('tools', name) ?? [];
    const known = learn(name, entries.map(toServerTool));
    const state = status?.state ?? (enabled ? 'idle' : 'disabled');
    const tools = listTools(entries, known, stored);
    return {
      name,
      isOn: enabled,
      state,
      ...(block !== undefined && { block }),
      missingSecrets,
      text: describe({ state, block, missingSecrets, status, tools }),
      ...pickTimes(status, stored),
      tools,
      isTrusted,
      ...(stored !== undefined && { stored }),
    };
  }

  return { toView, learn: (name, tools) => void learn(name, tools) };
}

function listTools(
  entries: readonly CatalogueEntry[],
  known: ReadonlyMap<string, ServerTool>,
  stored: StoredServer | undefined,
): readonly ServerTool[] {
  const { excluded, isOn } = readToolSwitches(stored?.definition ?? {});
  const offered =
    entries.length === 0 ? [...known.values()].filter(({ name }) => isOn(name)) : entries.map(toServerTool);
  const off = excluded.filter((name) => offered.every((tool) => tool.name !== name));
  return [...offered, ...off.map((name) => ({ ...(known.get(name) ?? { name }), isOn: false }))];
}

/** A tool of the catalogue, which has those alone that are on. */
export function toServerTool({ name, json, definition }: CatalogueEntry): ServerTool {
  const { description, inputSchema } = definition;
  const tokens = estimateTokens(new TextEncoder().encode(json).length);
  return { name, ...(typeof description === 'string' && { description }), isOn: true, tokens, inputSchema };
}

type Times = Pick<ServerView, 'latencyMs' | 'reason' | 'lastAttemptAt' | 'lastConnectedAt' | 'nextTryAt'>;

function pickTimes(status: ServerStatus | undefined, stored: StoredServer | undefined): Times {
  const { latencyMs, reason, lastAttemptAt, nextTryAt } = status ?? {};
  const last = stored?.health.lastConnectedAt;
  const lastConnectedAt = status?.lastConnectedAt ?? (last === undefined ? undefined : new Date(last).toISOString());
  return {
    ...(latencyMs !== undefined && { latencyMs }),
    ...(reason !== undefined && { reason }),
    ...(lastAttemptAt !== undefined && { lastAttemptAt }),
    ...(lastConnectedAt !== undefined && { lastConnectedAt }),
    ...(nextTryAt !== undefined && { nextTryAt }),
  };
}

interface Described extends Pick<ServerView, 'state' | 'missingSecrets' | 'tools'> {
  readonly block: ServerBlock | undefined;
  readonly status: ServerStatus | undefined;
}

function describe({ state, block, missingSecrets, status, tools }: Described): string {
  if (state !== 'disabled' && block !== undefined) return describeBlock(block, missingSecrets);
  const why = status?.reason === undefined ? '' : `: ${status.reason.replace(/\.$/, '')}`;
  const count = tools.filter(({ isOn }) => isOn).length;
  const texts: Readonly<Record<ServerState, string>> = {
    disabled: 'Switched off.',
    idle: 'Starts when it is first used.',
    starting: 'Starting.',
    running: `Running, ${count} ${count === 1 ? 'tool' : 'tools'}.`,
    retrying: `Failed${why}. It is tried again.`,
    'needs-login': `Needs a login${why}.`,
    failed: `Failed${why}. Change its settings, then try again.`,
    'auto-disabled': `Given up after several failures${why}. Fix it, then switch it on again.`,
    stopped: 'Stopped.',
  };
  return texts[state];
}

function describeBlock(block: ServerBlock, missing: readonly string[]): string {
  if (block === 'not-approved') return 'Not approved on this device, so it is not started.';
  if (block === 'changed') return 'Changed since it was approved on this device, so it is not started.';
  return `This device has no value for ${missing.map((id) => `"${id}"`).join(' and ')}.`;
}
