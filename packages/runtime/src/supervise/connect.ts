import { CATALOGUE_KINDS, ToolyardError, type CatalogueKind, type Greeting } from '@toolyard/core';
import type { ListLimits } from '../catalogue/list-limits.ts';
import { readList, type ReadList } from '../catalogue/read-list.ts';
import { selectTools } from '../catalogue/select-tools.ts';
import type { Exchange } from '../link/create-exchange.ts';
import { greet, type Greeted, type GreetOptions } from './greet.ts';

/** A server that is connected and has told what it offers. */
export interface Connection extends Greeted {
  readonly lists: ReadonlyMap<CatalogueKind, ReadList>;
}

/** What a connection needs from outside. */
export interface ConnectOptions extends GreetOptions {
  readonly limits: ListLimits;
}

const METHOD_NOT_FOUND = -32601;

/** Starts a server, shakes hands and reads its lists; a real list is what proves that it works. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const greeted = await greet(options);
  const { link, exchange, greeting } = greeted;
  try {
    const lists = new Map<CatalogueKind, ReadList>();
    for (const kind of CATALOGUE_KINDS) {
      if (offers(greeting, kind)) lists.set(kind, await listSelected(exchange, kind, options));
    }
    return { ...greeted, lists };
  } catch (error) {
    await link.close();
    throw error;
  }
}

/** Reads one list of a server and leaves out the tools that its configuration does not want. */
export async function listSelected(
  exchange: Exchange,
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
  return { entries: [], oddities: isUnknownMethod(error.cause) ? [] : [error.message] };
}

function isUnknownMethod(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === METHOD_NOT_FOUND;
}

/** Whether the server declared the capability behind a list. */
export function offers(greeting: Greeting, kind: CatalogueKind): boolean {
  const capability = kind === 'templates' ? 'resources' : kind;
  return greeting.capabilities[capability] !== undefined;
}
