import {
  createRedactor,
  secretsOf,
  toMessage,
  ToolyardError,
  withDeadline,
  type BuiltinServer,
  type ServerDefinition,
  type Yard,
} from '@toolyard/core';
import { HOOK_LIMITS, type ServerEvidence } from '@toolyard/hooks';
import type { ReadWritten } from '../../configuration/open-configuration.ts';
import { changeHost } from '../../ports/change-host.ts';
import { stateStoreOf, type KeptMemory } from '../../state/state-store.ts';
import { joinRunningYard } from '../../yard/join-running-yard.ts';
import { locateYard } from '../../yard/locate-yard.ts';
import { useYard } from '../../yard/use-yard.ts';
import type { UsedHookYard } from '../engine/use-hook-yard.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { recallTools } from './recall-tools.ts';

/** Who looks for servers, and what ends that. */
export interface Discovering {
  readonly opened: Pick<OpenHooks, 'host' | 'named' | 'shown' | 'surroundings' | 'folder'>;
  readonly signal: AbortSignal;
  readonly running?: RunningServers | undefined;
}

/** What runs for the hooks of the workspace already. */
export type RunningServers = Pick<UsedHookYard, 'yard' | 'foreign'>;

const NOT_APPROVED = 'the configuration is not approved; run "toolyard approve"';

/**
 * What is known of the servers of the configuration: from the yard that runs, else by starting them where they are approved. Those that take
 * longer than the limit are told as they are then.
 */
export async function discoverOwn(written: ReadWritten, how: Discovering): Promise<readonly ServerEvidence[]> {
  const found = await findEvidence(written, how);
  const { builtins = {} } = how.opened.host;
  // Nobody asked for what the default configuration has, so a host without it does not complain about it.
  const lacking = written.source.file === undefined ? written.asWritten.servers.filter(isBuiltin) : [];
  const missing = lacking.filter(({ name }) => !(name in builtins)).map(({ key }) => key);
  return found.filter(({ id, state }) => state === 'running' || !missing.includes(id));
}

function isBuiltin(server: ServerDefinition): server is BuiltinServer {
  return server.kind === 'builtin';
}

async function findEvidence(
  written: ReadWritten,
  { opened, signal, running }: Discovering,
): Promise<readonly ServerEvidence[]> {
  const { asWritten, source, approved } = written;
  const { servers } = asWritten;
  const place = await locateYard(opened.surroundings, opened.named);
  const host = changeHost(opened.host, { approve: undefined, askInput: undefined, notify: () => undefined });
  const memory = await stateStoreOf(host).openMemory(place, () => undefined);
  const about = { files: source.file === undefined ? [] : [source.file], memory };
  const lookIn = async (yard: Yard): Promise<readonly ServerEvidence[]> => {
    await waitInBrief(yard, { opened, signal });
    return servers.map((server) => toEvidence(server, { ...about, yard }));
  };
  if (running !== undefined) return lookIn(running.yard);
  const joined = await joinRunningYard(place, opened.shown, host).catch(() => undefined);
  if (joined !== undefined) {
    try {
      return await lookIn(joined);
    } finally {
      await joined.stop();
    }
  }
  if (!approved) return servers.map((server) => toEvidence(server, { ...about, reason: NOT_APPROVED }));
  try {
    return await useYard(host, { ...opened.named, shown: opened.shown, signal }, ({ yard }) => lookIn(yard));
  } catch (error) {
    if (!ToolyardError.is(error) || error.code === 'interrupted') throw error;
    const reason = createRedactor(secretsOf(asWritten))(toMessage(error));
    return servers.map((server) => ({ ...toEvidence(server, { ...about, reason }), isUnusable: true }));
  }
}

/** Waits for servers that are starting, but not for one that takes too long. */
export async function waitInBrief(yard: Pick<Yard, 'settled'>, { opened, signal }: Discovering): Promise<void> {
  const { clock } = opened.host;
  await withDeadline({ clock, ms: HOOK_LIMITS.discoveryWaitMs, signal }, (until) => yard.settled({ signal: until }));
}

interface OwnFacts {
  readonly files: readonly string[];
  readonly memory: Pick<KeptMemory, 'recall'>;
  /** Where it runs, if anywhere. */
  readonly yard?: Pick<Yard, 'server' | 'catalogue'>;
  readonly reason?: string;
}

function toEvidence(server: ServerDefinition, { files, memory, yard, reason }: OwnFacts): ServerEvidence {
  const { key } = server;
  const about = { id: key, source: 'toolyard', files };
  const remembered = recallTools(memory.recall(key), server) ?? { tools: [] };
  if (yard === undefined) return { ...about, ...remembered, reason };
  return { ...about, ...remembered, ...lookAt(key, yard) };
}

/** What a yard shows of a server; its tools only where it offers any. */
export function lookAt(
  key: string,
  yard: Pick<Yard, 'server' | 'catalogue'>,
): Pick<ServerEvidence, 'state' | 'reason'> & Partial<Pick<ServerEvidence, 'tools'>> {
  const status = yard.server(key);
  const tools = yard.catalogue.listOf('tools', key).map(({ definition }) => definition);
  const state = status?.state ?? 'idle';
  return { state, reason: status?.reason, ...(state === 'running' || tools.length > 0 ? { tools } : {}) };
}
