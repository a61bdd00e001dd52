import {
  CATALOGUE_KINDS,
  parseToolId,
  type CatalogueEntry,
  type CatalogueKind,
  type Configuration,
  type Frame,
  type Relay,
  type Yard,
} from '@toolyard/core';
import { withoutTaskSupport } from '../tasks/without-task-support.ts';
import { createNameTable, type NameTable, type Resolution } from '../names/create-name-table.ts';
import { createLearnedOwners } from './create-learned-owners.ts';
import { createListCache } from './create-list-cache.ts';
import { createResourceOwners, type ResourceOwners } from './create-resource-owners.ts';
import { findUris } from './find-uris.ts';
import { toExposedJson } from './to-exposed-json.ts';

/** The kinds whose entries get exposed names; resources keep their URIs. */
export type NamedKind = 'tools' | 'prompts';

/** What gateway clients see of the yard, kept in step with its catalogue. */
export interface Offer extends ResourceOwners {
  /** The result of a list request as JSON text; tools do not say that they make tasks where a client could not have these. */
  listJson(kind: CatalogueKind, isStateless: boolean): string;
  /** What a name that a client sent stands for; names of servers that went down are still known. */
  resolve(kind: NamedKind, name: string): Resolution;
  exposedName(kind: NamedKind, id: string): string | undefined;
  /** Remembers whose resources a result of a server speaks of. */
  learn(server: string, answer: Frame): void;
  /** Takes over what a server offers now. */
  update(kind: CatalogueKind, server: string): void;
  /** Takes over another configuration of the yard: names can depend on all keys in it. */
  reconfigure(): void;
}

/** An offer under one configuration. */
type View = Omit<Offer, 'reconfigure' | 'learn'>;

const RESULT_MEMBERS: Readonly<Record<CatalogueKind, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resourceTemplates',
};

/** An offer that starts with what the catalogue has. */
export function createOffer(yard: Yard & Relay): Offer {
  const departed: Departed = { tools: new Map(), prompts: new Map() };
  const learned = createLearnedOwners();
  let view = createView(yard, departed);

  /** A server that left the configuration has nothing any more. */
  function learnedOwnerOf(uri: string): string | undefined {
    const server = learned.ownerOf(uri);
    return server !== undefined && yard.server(server) !== undefined ? server : undefined;
  }

  return {
    listJson: (kind, isStateless) => view.listJson(kind, isStateless),
    resolve: (kind, name) => view.resolve(kind, name),
    exposedName: (kind, id) => view.exposedName(kind, id),
    ownerOf: (uri) => view.ownerOf(uri) ?? learnedOwnerOf(uri),
    templateOwnerOf: (uriTemplate) => view.templateOwnerOf(uriTemplate),
    learn(server, answer) {
      // A link of a server that has no resources leads somewhere else, to the web for instance.
      if (yard.greeting(server)?.capabilities['resources'] === undefined) return;
      for (const uri of findUris(answer)) learned.learn(uri, server);
    },
    update: (kind, server) => view.update(kind, server),
    reconfigure: () => void (view = createView(yard, departed)),
  };
}

/** Ids by the names they had when their server went down, so that a call can be told why instead of "not found". */
type Departed = Readonly<Record<NamedKind, Map<string, string>>>;

function createView(yard: Yard & Relay, departed: Departed): View {
  const { catalogue } = yard;
  const configuration = yard.configuration();
  const keys = configuration.servers.map((server) => server.key);
  const isUp = (server: string): boolean => yard.greeting(server) !== undefined;
  const named = {
    tools: createNamedKind('tools', { configuration, isUp, departed: departed.tools }),
    prompts: createNamedKind('prompts', { configuration, isUp, departed: departed.prompts }),
  };
  const owners = createResourceOwners(catalogue);
  const lists = createListCache(keys, (kind, key) => {
    const entries = catalogue.listOf(kind, key);
    if (!isNamed(kind)) return entries.filter((entry) => owners.isOwn(entry)).map((entry) => entry.json);
    const texts = entries.map((entry) => named[kind].toJson(entry));
    return yard.greeting(key)?.stateless === true ? texts.map(withoutTaskSupport) : texts;
  });
  const statelessTools = createListCache(keys, (kind, key) =>
    catalogue.listOf(kind, key).map((entry) => withoutTaskSupport(named.tools.toJson(entry))),
  );

  function update(kind: CatalogueKind, server: string): void {
    // What a server that is leaving the configuration still has is not shown any more.
    if (!keys.includes(server)) return;
    forget(kind, server);
    // A URI that comes or goes can hide or show the same one of any other server.
    const touched = isNamed(kind) ? named[kind].set(server, catalogue.listOf(kind, server)) : keys;
    for (const other of touched) forget(kind, other);
  }

  function forget(kind: CatalogueKind, server: string): void {
    lists.forget(kind, server);
    statelessTools.forget(kind, server);
  }

  for (const kind of CATALOGUE_KINDS) for (const key of keys) update(kind, key);
  return {
    ownerOf: (uri) => owners.ownerOf(uri),
    templateOwnerOf: (uriTemplate) => owners.templateOwnerOf(uriTemplate),
    update,
    listJson(kind, isStateless) {
      const entries = isStateless && kind === 'tools' ? statelessTools : lists;
      return `{"${RESULT_MEMBERS[kind]}":[${entries.join(kind)}]}`;
    },
    exposedName: (kind, id) => named[kind].table.exposedName(id),
    resolve: (kind, name) => named[kind].resolve(name),
  };
}

interface NamedEntries {
  readonly table: NameTable;
  /** Gives the keys of other servers whose exposed names changed with it. */
  set(server: string, entries: readonly CatalogueEntry[]): readonly string[];
  toJson(entry: CatalogueEntry): string;
  resolve(name: string): Resolution;
}

interface NamedKindOptions {
  readonly configuration: Configuration;
  readonly departed: Map<string, string>;
  isUp(server: string): boolean;
}

function createNamedKind(kind: NamedKind, { configuration, departed, isUp }: NamedKindOptions): NamedEntries {
  const keys = new Set(configuration.servers.map((server) => server.key));
  const table = createNameTable({ servers: toNamedServers(configuration, kind) });
  const shown = new Map<string, readonly CatalogueEntry[]>();

  return {
    table,
    set(server, entries) {
      if (entries.length === 0 && !isUp(server)) {
        for (const { id } of shown.get(server) ?? []) departed.set(table.exposedName(id) ?? id, id);
      }
      shown.set(server, entries);
      return table.setServer(
        server,
        entries.map((entry) => entry.name),
      );
    },
    toJson(entry) {
      const name = table.exposedName(entry.id) ?? entry.id;
      return toExposedJson(entry, name);
    },
    resolve(name) {
      const id = departed.get(name);
      const isConfigured = id !== undefined && keys.has(parseToolId(id)?.server ?? '');
      return table.resolve(name) ?? (isConfigured ? { id } : undefined);
    },
  };
}

function toNamedServers(
  { servers, settings }: Configuration,
  kind: NamedKind,
): Parameters<typeof createNameTable>[0]['servers'] {
  return servers.map(({ key, naming, tools }) => ({
    key,
    naming: naming ?? settings.naming,
    rename: kind === 'tools' ? tools.rename : {},
  }));
}

function isNamed(kind: CatalogueKind): kind is NamedKind {
  return kind === 'tools' || kind === 'prompts';
}
