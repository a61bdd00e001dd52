import { join } from 'node:path';
import { isJsonObject, toCanonicalJson, toMessage, type Clock } from '@toolyard/core';
import {
  createCachedDiscovery,
  toMcpServer,
  type DiscoveryCache,
  type KeptDiscovery,
  type McpServer,
} from '@toolyard/hooks';
import {
  formatState,
  hashOf,
  listConfigurationFiles,
  parseState,
  readTextFile,
  watchFile,
  writeFileAtomically,
  type StateForm,
} from '@toolyard/node';
import type { ReadWritten } from '../../configuration/open-configuration.ts';
import { toFindOptions } from '../../configuration/to-find-options.ts';
import { changeHost } from '../../ports/change-host.ts';
import type { ForeignMcpServer } from '../foreign/foreign-mcp-server.ts';
import { locateServerFiles } from '../foreign/locate-server-files.ts';
import { NO_FOREIGN_SERVERS, readForeignServers, type ForeignServers } from '../foreign/read-foreign-servers.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { readServers } from '../trust/read-servers.ts';
import { resolveApprovals } from '../trust/resolve-approvals.ts';
import { discoverForeign } from './discover-foreign.ts';
import { discoverOwn, type Discovering, type RunningServers } from './discover-own.ts';

/** The servers that were found, with what keeps others from being found. */
export interface DiscoveredServers extends DiscoveryCache, Pick<ForeignServers, 'warnings' | 'shadowed'> {}

/** Finds the servers and tools that hooks of a workspace can use. */
export interface ServerDiscovery {
  /**
   * Those that were found in the last five minutes, by this program or another one, as long as no file and no approval has changed; else, and with `refresh`, they are looked for
   * now. Servers that may be started are: within 5 seconds, and all are stopped before this resolves. Rejects with `config-invalid` where
   * the configuration is wrong.
   */
  servers(options?: { readonly refresh?: boolean }): Promise<DiscoveredServers>;
  /**
   * Tells when a file changed so that other servers would be found, or so that the configuration became wrong or right; resolves with what
   * ends that, when it watches.
   */
  watch(listener: () => void): Promise<() => void>;
}

/** Whose servers are looked for. */
export interface DiscoveryPlace {
  /** Reads the hooks of the workspace as they are now. */
  read(): Promise<OpenHooks>;
  readonly clock: Pick<Clock, 'now'>;
  /** Ends what was started. */
  readonly signal: AbortSignal;
  /** What runs for the hooks in this process at the moment, if anything. */
  running?(): RunningServers | undefined;
}

const KEPT: StateForm<unknown> = { version: 1, read: (fields, version) => (version > 0 ? fields : undefined) };

/** What is configured and approved at one moment. */
interface Look {
  readonly opened: OpenHooks;
  readonly written: ReadWritten;
  readonly foreign: ForeignServers;
  readonly approved: ReadonlyMap<string, ForeignMcpServer>;
  readonly mark: string;
}

/** A discovery for a workspace; it starts nothing by itself. */
export function openDiscovery({ read, clock, signal, running }: DiscoveryPlace): ServerDiscovery {
  let seen: Promise<Look> | undefined;
  const lookAgain = (): Promise<Look> => (seen = read().then(look));
  const lookedAt = (): Promise<Look> => seen ?? lookAgain();
  const discovery = createCachedDiscovery({
    clock,
    mark: async () => (await lookAgain()).mark,
    discover: async () => discover(await lookedAt(), { signal, running: running?.() }),
    recall: async () => recall(fileOf((await lookedAt()).opened)),
    keep: async (kept) => keep(fileOf((await lookedAt()).opened), kept),
  });
  return {
    async servers(options) {
      const cache = await discovery.servers(options);
      const { warnings, shadowed } = (await lookedAt()).foreign;
      return { ...cache, warnings, shadowed };
    },
    async watch(listener) {
      const findMark = (): Promise<string> => lookAgain().then(({ mark }) => mark, toMessage);
      let mark = await findMark();
      let last: Promise<unknown> = Promise.resolve();
      let isEnded = false;
      const check = async (): Promise<void> => {
        const next = isEnded ? mark : await findMark();
        if (isEnded || next === mark) return;
        mark = next;
        listener();
      };
      const follow = (): void => void (last = last.then(check));
      const watches = (await listFiles(await read())).map((file) => watchFile(file, follow));
      // Something may have changed since the look.
      follow();
      return () => {
        isEnded = true;
        for (const watch of watches) watch.close();
      };
    },
  };
}

/** Every file that decides which servers there are, whether it is there or not. */
async function listFiles({ surroundings, named, sources }: OpenHooks): Promise<readonly string[]> {
  const own = listConfigurationFiles(toFindOptions(surroundings, named));
  const others = await locateServerFiles(surroundings, sources);
  return [...new Set([...own, ...others.map(({ file }) => file)])];
}

async function look(opened: OpenHooks): Promise<Look> {
  const written = await readServers(opened);
  const { asWritten, source, approved: mayStart, hash } = written;
  const quiet = changeHost(opened.host, { notify: () => undefined });
  const { hooks, foreign: named } = await resolveApprovals({ ...opened, host: quiet });
  // What may be started is what was found to be approved: files that are read once more could say something else.
  const foreign =
    named === NO_FOREIGN_SERVERS
      ? await readForeignServers(opened.surroundings, { file: source.file, servers: asWritten.servers }, opened.sources)
      : named;
  const approved = new Map<string, ForeignMcpServer>();
  const allowed = hooks.filter(({ approval }) => approval === 'approved').flatMap(({ servers }) => servers);
  for (const { server, foreign: means } of allowed) {
    if (server !== undefined && means !== undefined) approved.set(server.key, means);
  }
  const about = {
    own: [source.file, hash, mayStart],
    foreign: foreign.servers.map(({ id, found, files, problem }) => [id, found.hash, files, problem]),
    approved: [...approved].map(([name, { found }]) => [name, found.hash]),
  };
  return { opened, written, foreign, approved, mark: hashOf(Buffer.from(toCanonicalJson(about))) };
}

async function discover(
  { opened, written, foreign, approved }: Look,
  how: Pick<Discovering, 'signal' | 'running'>,
): Promise<readonly McpServer[]> {
  const { settings } = written.asWritten;
  const [own, others] = await Promise.all([
    discoverOwn(written, { ...how, opened }),
    discoverForeign({ servers: foreign.servers, approved, settings }, { ...how, opened }),
  ]);
  const now = opened.host.clock.now();
  return [...own, ...others].map((evidence) => toMcpServer(evidence, now));
}

function fileOf({ folder }: Pick<OpenHooks, 'folder'>): string {
  return join(folder, 'servers.json');
}

async function recall(file: string): Promise<unknown> {
  const kept = await readTextFile(file);
  const state = kept.kind === 'text' ? parseState(kept.text, KEPT) : undefined;
  return state?.kind === 'known' && isJsonObject(state.value) ? state.value : undefined;
}

/** What was found can be found again, so nobody has to know that it could not be written. */
async function keep(file: string, kept: KeptDiscovery): Promise<void> {
  await writeFileAtomically(file, formatState(KEPT, kept)).catch(() => undefined);
}
