import { CATALOGUE_KINDS, ToolyardError, type CatalogueEntry, type CatalogueKind, type Greeting } from '@toolyard/core';
import { readList } from '../catalogue/read-list.ts';
import { selectTools } from '../catalogue/select-tools.ts';
import type { Exchange } from '../link/create-exchange.ts';
import { greet, type Greeted, type GreetOptions } from './greet.ts';

/** A server that is connected and has told what it offers. */
export interface Connection extends Greeted {
  readonly lists: ReadonlyMap<CatalogueKind, readonly CatalogueEntry[]>;
}

/** What a connection needs from outside, and whom it tells. */
export interface ConnectOptions extends GreetOptions {
  onOddity(text: string): void;
}

/** Starts a server, shakes hands and reads its lists; a real list is what proves that it works. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const greeted = await greet(options);
  const { link, exchange, greeting } = greeted;
  try {
    const lists = new Map<CatalogueKind, readonly CatalogueEntry[]>();
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
  { definition, signal, onOddity }: Pick<ConnectOptions, 'definition' | 'signal' | 'onOddity'>,
): Promise<readonly CatalogueEntry[]> {
  const reading = readList(exchange, { server: definition.key, kind, signal, onOddity });
  if (kind === 'tools') return selectTools(await reading, definition.tools);
  return reading.catch((error: unknown) => {
    // Many servers declare resources and know no templates; only the list of tools has to work.
    if (!ToolyardError.is(error) || error.code !== 'protocol-error') throw error;
    onOddity(error.message);
    return [];
  });
}

/** Whether the server declared the capability behind a list. */
export function offers(greeting: Greeting, kind: CatalogueKind): boolean {
  const capability = kind === 'templates' ? 'resources' : kind;
  return greeting.capabilities[capability] !== undefined;
}
