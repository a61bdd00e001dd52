import { createLinkPair, type Log, type Yard } from '@toolyard/core';
import { createHttpFront, createStatusPages, type WebhookReception } from '@toolyard/front';
import type { Gateway, NameTable } from '@toolyard/gateway';
import type { JoinedYard } from '@toolyard/runtime';
import type { Host } from '../ports/host.ts';
import { createToolNames } from '../yard/create-tool-names.ts';
import { linkToRunningYard } from '../yard/join-running-yard.ts';
import type { YardPlace } from '../yard/locate-yard.ts';
import type { ServedYard } from '../yard/use-yard.ts';
import { openYardLog } from '../yard/open-yard-log.ts';
import { createAuditLog } from './create-audit-log.ts';
import { createSessionSource, type Served } from './create-session-source.ts';
import { findUnencrypted } from './find-unencrypted.ts';
import type { HttpAddress, HttpOptions } from './http-options.ts';
import { readTls } from './read-tls.ts';
import { toUrlHost } from './to-url-host.ts';

/** What HTTP is opened with. */
export interface OpenHttpOptions extends HttpOptions {
  readonly address: HttpAddress;
  readonly place: YardPlace;
  /** What people see of the log. */
  readonly shown: Log;
  /** Serves webhooks too. */
  readonly webhooks?: WebhookReception;
}

/** HTTP for the clients of a yard; they wait until there is one. */
export interface Http {
  /** Where clients connect to. */
  readonly url: string;
  /** Serves from a yard of this process. */
  host(yard: Yard, gateway: Gateway): void;
  /** Serves from a yard of another process, until that ends. */
  join(yard: JoinedYard): void;
  /** Serves from either. */
  serve(served: ServedYard): void;
  /** Ends all sessions; resolves when nothing of them is left. */
  close(): Promise<void>;
}

const TLS_ADVICE = 'Use --tls-cert and --tls-key, or listen on 127.0.0.1 behind a proxy that has a certificate.';

/** Listens. Rejects with `usage` where a token is needed or cannot be used, and with `port-unavailable`. */
export async function openHttp(
  { surroundings, clock }: Pick<Host, 'surroundings' | 'clock'>,
  options: OpenHttpOptions,
): Promise<Http> {
  const { address, place, shown } = options;
  const log = openYardLog(place, { shown, clock });
  const source = createSessionSource(log);
  const status = createStatusPages({
    clock,
    yard: () => source.served?.yard,
    sessions: () => front.sessions,
    isFull: () => front.isFull,
  });
  // An empty variable is one that is not set; an empty option is a mistake, and refused as any other wrong token.
  const token = options.token ?? (surroundings.env['TOOLYARD_TOKEN'] || undefined);
  const tls = await readTls(surroundings, options);
  const front = createHttpFront({
    clock,
    accept: (link, options) => source.accept(link, options),
    toToolId: (name) => findToolId(source.served, name),
    toolSchema(name) {
      const id = findToolId(source.served, name);
      return id && source.served?.yard.catalogue.find('tools', id)?.definition['inputSchema'];
    },
    audit: createAuditLog(log),
    onError: (message) => log.write('error', message),
    pages: status.pages,
    ...(token === undefined ? {} : { token }),
    ...(tls === undefined ? {} : { tls }),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
  });
  const { port } = await front.listen(address);
  const warning = tls === undefined ? findUnencrypted(address.host, TLS_ADVICE) : undefined;
  if (warning !== undefined) log.write('warning', warning);
  let unfollow: () => void = () => undefined;
  const serve = (next: Served): void => {
    unfollow();
    unfollow = status.follow(next.yard);
    source.serve(next);
  };
  const host = (yard: Yard, gateway: Gateway): void => serve(toHosted(yard, gateway));
  const join = (yard: JoinedYard): void => {
    const served = toJoined(yard, () => linkToRunningYard(place, log));
    serve(served);
    void yard.ended.then(() => source.served === served && source.serve(undefined));
  };
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${toUrlHost(address.host)}:${port}/mcp`,
    host,
    join,
    serve: (served) => (served.kind === 'own' ? host(served.yard, served.gateway) : join(served.yard)),
    async close() {
      source.stop();
      await front.close();
      await log.flush();
    },
  };
}

function findToolId(served: Served | undefined, name: string): string | undefined {
  const found = served?.resolveTool(name);
  return found !== undefined && 'id' in found ? found.id : undefined;
}

function toHosted(yard: Yard, gateway: Gateway): Served {
  return {
    yard,
    gateway,
    resolveTool: (name) => gateway.resolveTool(name),
    async open(options) {
      const pair = createLinkPair();
      gateway.accept(pair.near, { remote: true, ...options });
      return pair.far;
    },
  };
}

function toJoined(yard: JoinedYard, open: Served['open']): Served {
  let names: NameTable | undefined;
  yard.on(() => (names = undefined));
  return {
    yard,
    open,
    resolveTool(name) {
      names ??= createToolNames(yard.configuration(), yard.catalogue);
      return names.resolve(name);
    },
  };
}
