import {
  CATALOGUE_KINDS,
  ToolyardError,
  withDeadline,
  type CatalogueKind,
  type Clock,
  type ServerIntroduction,
  type ServerDefinition,
  type Settings,
} from '@toolyard/core';
import type { ListLimits } from '../catalogue/list-limits.ts';
import { readList, type ReadList } from '../catalogue/read-list.ts';
import { selectTools } from '../catalogue/select-tools.ts';
import { isUnknownMethod } from '../link/request-answer.ts';
import type { Exchange } from '../link/create-exchange.ts';
import { startHandshake, type StartedServer, type StartHandshakeOptions } from './start-handshake.ts';
import { toSlow } from './try-connection.ts';

/** A server that is connected and has told what it offers. */
export interface ServerConnection extends StartedServer {
  readonly lists: ReadonlyMap<CatalogueKind, ReadList>;
}

export interface ConnectOptions extends StartHandshakeOptions {
  readonly limits: ListLimits;
}

/** Starts a server, shakes hands and reads its lists; a real list is what proves that it works. */
export async function connect(options: ConnectOptions): Promise<ServerConnection> {
  const started = await startHandshake(options);
  const { link, exchange, greeting } = started;
  try {
    const lists = new Map<CatalogueKind, ReadList>();
    for (const kind of CATALOGUE_KINDS) {
      if (offers(greeting, kind)) lists.set(kind, await listSelected(exchange, kind, options));
    }
    return { ...started, lists };
  } catch (error) {
    await link.close();
    throw error;
  }
}

export interface RereadOptions {
  readonly definition: ServerDefinition;
  readonly clock: Clock;
  settings(): Pick<Settings, 'startTimeoutMs'> & ListLimits;
}

/** Reads one list again, in the time that a start may take. */
export function readListAgain(
  exchange: Pick<Exchange, 'request'>,
  kind: CatalogueKind,
  { definition, clock, settings }: RereadOptions,
  signal?: AbortSignal,
): Promise<ReadList> {
  const { startTimeoutMs: ms, ...limits } = settings();
  return withDeadline({ clock, ms, signal, toReason: () => toSlow(ms) }, (until) =>
    listSelected(exchange, kind, { definition, limits, signal: until }),
  );
}

/** Reads one list of a server and leaves out the tools that its configuration does not want. */
async function listSelected(
  exchange: Pick<Exchange, 'request'>,
  kind: CatalogueKind,
  { definition, limits, signal }: Pick<ConnectOptions, 'definition' | 'limits' | 'signal'>,
): Promise<ReadList> {
  const reading = readList(exchange, { server: definition.key, kind, limits, signal });
  if (kind !== 'tools') return reading.catch(toEmptyList);
  const read = await reading;
  return { ...read, entries: selectTools(read.entries, definition.tools) };
}

/** Many servers declare resources and have none, or know no templates, and nothing is wrong then; only the list of tools has to work. */
function toEmptyList(error: unknown): ReadList {
  if (!ToolyardError.is(error) || error.code !== 'protocol-error') throw error;
  return { entries: [], oddities: isUnknownMethod(error) ? [] : [error.message] };
}

/** Whether the server declared the capability behind a list. */
export function offers(greeting: ServerIntroduction, kind: CatalogueKind): boolean {
  const capability = kind === 'templates' ? 'resources' : kind;
  return greeting.capabilities[capability] !== undefined;
}
