import { toMessage, type SavedServer, type Settings } from '@toolyard/core';
import type { ServerEvidence } from '@toolyard/hooks';
import { changeHost } from '../../ports/change-host.ts';
import { stateStoreOf } from '../../state/state-store.ts';
import { writtenAs, type ForeignMcpServer } from '../foreign/foreign-mcp-server.ts';
import { locateForeignState, openForeignYard } from '../foreign/open-foreign-yard.ts';
import { lookAt, waitInBrief, type Discovering } from './discover-own.ts';
import { recallTools } from './recall-tools.ts';

/** Servers of other programs, and which of them may be started. */
export interface ForeignCandidates {
  readonly servers: readonly ForeignMcpServer[];
  /** Those that a person approved together with a hook, by the name that the hook has for them. */
  readonly approved: ReadonlyMap<string, ForeignMcpServer>;
  /** Of the configuration that they would run beside. */
  readonly settings: Settings;
}

const NOT_APPROVED = 'not approved; it starts only for an approved hook';

/** What is known of servers of other programs. Those that were approved are started to see what they offer, no other one is. */
export async function discoverForeign(
  { servers, approved, settings }: ForeignCandidates,
  { opened, signal, running: already }: Discovering,
): Promise<readonly ServerEvidence[]> {
  const host = changeHost(opened.host, { askInput: undefined });
  const memory = await stateStoreOf(host).openMemory(locateForeignState(opened), () => undefined);
  const recall = (id: string): SavedServer | undefined => memory.recall(id);
  const running = already?.foreign ?? openForeignYard({ opened: { ...opened, host }, settings, signal });
  const failures = new Map<string, string>();
  try {
    for (const [name, server] of approved) {
      await running.admit(name, server).catch((error: unknown) => failures.set(name, toMessage(error)));
    }
    const yard = running.yard();
    if (yard !== undefined) await waitInBrief(yard, { opened, signal });
    return servers.map((server) => {
      const evidence = toEvidence(server, recall);
      const [name] = [...approved].find(([, each]) => each === server) ?? [];
      if (name === undefined) return evidence;
      const failure = failures.get(name);
      if (failure !== undefined) return { ...evidence, isUnusable: true, reason: failure };
      return yard === undefined ? evidence : { ...evidence, ...lookAt(name, yard) };
    });
  } finally {
    if (already === undefined) await running.stop();
  }
}

/** What is known without starting it. */
function toEvidence(server: ForeignMcpServer, recall: (id: string) => SavedServer | undefined): ServerEvidence {
  const { id, found, files, problem } = server;
  const { source, entry, key } = found;
  const about = { id, source, files, title: textIn(entry['name']) ?? id };
  const remembered = [id, `${source}/${key}`].map((name) => {
    const written = writtenAs(name, server);
    return written === undefined ? undefined : recallTools(recall(name), written);
  });
  const known = remembered.find((each) => each !== undefined) ?? { tools: [] };
  const description = textIn(entry['description']) ?? known.description;
  if (problem !== undefined) return { ...about, ...known, description, isUnusable: true, reason: problem };
  if (found.written?.enabled === false) {
    return { ...about, ...known, description, state: 'disabled', reason: `disabled in ${found.file}` };
  }
  return { ...about, ...known, description, reason: NOT_APPROVED };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
