import { isJsonObject, type Clock } from '@toolyard/core';
import { HOOK_LIMITS } from '../hook/hook.ts';
import { isValidMcpServer, type McpServer } from '../hook/is-valid-mcp-server.ts';

/** The servers that were found last. */
export interface DiscoveryCache {
  readonly servers: readonly McpServer[];
  /** When they were found, in milliseconds since 1970. */
  readonly lastUpdated: number;
  /** For how long that counts, in milliseconds. */
  readonly ttl: number;
}

/** The same as it is kept between programs. */
export interface KeptDiscovery extends DiscoveryCache {
  /** What was configured and approved then: with another mark it does not count. */
  readonly mark: string;
}

/** Finds servers and their tools, and looks again only when there is a reason to. */
export interface Discovery {
  /** Those that were found last, or new ones: where they are older than `ttl`, what they were found by has changed, or `refresh` is asked for. */
  servers(options?: { readonly refresh?: boolean }): Promise<DiscoveryCache>;
}

export interface DiscoveryOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Says what is configured and approved now: another text for something else. Cheap, since it is asked each time. */
  mark(): Promise<string>;
  /** Looks at everything. */
  discover(): Promise<readonly McpServer[]>;
  /** What an earlier program has kept, if anything. */
  recall(): Promise<unknown>;
  /** Keeps it for the next program; never rejects. */
  keep(kept: KeptDiscovery): Promise<void>;
}

/** A discovery that has found nothing yet. */
export function createCachedDiscovery(options: DiscoveryOptions): Discovery {
  const { clock } = options;
  let kept: KeptDiscovery | undefined;
  let isRecalled = false;
  let underWay: { readonly mark: string; readonly found: Promise<KeptDiscovery> } | undefined;

  async function recall(): Promise<void> {
    if (isRecalled) return;
    isRecalled = true;
    const value = await options.recall().catch(() => undefined);
    if (kept === undefined && isKeptDiscovery(value)) kept = value;
  }

  async function find(mark: string): Promise<KeptDiscovery> {
    const servers = await options.discover();
    kept = { servers, lastUpdated: clock.now(), ttl: HOOK_LIMITS.discoveryCacheMs, mark };
    await options.keep(kept);
    return kept;
  }

  return {
    async servers({ refresh = false } = {}) {
      const mark = await options.mark();
      await recall();
      if (!refresh && kept?.mark === mark && isFresh(kept, clock.now())) return toCache(kept);
      // Who asks meanwhile for the same gets the same.
      if (underWay?.mark !== mark) {
        const found = find(mark).finally(() => {
          if (underWay?.found === found) underWay = undefined;
        });
        underWay = { mark, found };
      }
      return toCache(await underWay.found);
    },
  };
}

/** Whether what was found still counts; not where it is from the future, as after a clock was set back. */
function isFresh({ lastUpdated, ttl }: DiscoveryCache, now: number): boolean {
  return now >= lastUpdated && now - lastUpdated < ttl;
}

function toCache({ servers, lastUpdated, ttl }: KeptDiscovery): DiscoveryCache {
  return { servers, lastUpdated, ttl };
}

function isKeptDiscovery(value: unknown): value is KeptDiscovery {
  if (!isJsonObject(value)) return false;
  const { servers, lastUpdated, ttl, mark } = value;
  return (
    Array.isArray(servers) &&
    servers.every(isValidMcpServer) &&
    typeof lastUpdated === 'number' &&
    typeof ttl === 'number' &&
    ttl <= HOOK_LIMITS.discoveryCacheMs &&
    typeof mark === 'string'
  );
}
