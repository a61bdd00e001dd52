import {
  CATALOGUE_KINDS,
  type CatalogueEntry,
  type CatalogueKind,
  type Configuration,
  type Frame,
  type Naming,
  type Relay,
  type Respondent,
  type ServerStatus,
  type Yard,
} from '@toolyard/core';
import { withoutTaskSupport } from './without-task-support.ts';
import { createNameTable, type Resolution } from '../names/create-name-table.ts';
import { createLastKnown, type LastKnown } from './create-last-known.ts';
import { createLearnedOwners } from './create-learned-owners.ts';
import { createListCache } from './create-list-cache.ts';
import { createResourceOwners, type ResourceOwners } from './create-resource-owners.ts';
import { findUris } from './find-uris.ts';
import { toExposedJson } from './to-exposed-json.ts';

/** The kinds whose entries get exposed names; resources keep their URIs. */
export type NamedKind = 'tools' | 'prompts';

/** What gateway clients see of the yard, kept in step with its catalogue. */
export interface Offer extends ResourceOwners {
  /** What a client is given for a list request, as JSON text; tools do not say that they make tasks where it could not have these. */
  listJson(kind: CatalogueKind, client: Respondent): string;
  /** What a name that a client sent stands for; names of servers that went down are still known, and still theirs. */
  resolve(kind: NamedKind, name: string): Resolution;
  /** The server whose key a name begins with, whether it has such a tool or not; `undefined` for a bare name. */
  serverOf(name: string): string | undefined;
  /** The servers that have resources, also while they are down. */
  resourceServers(): readonly string[];
  exposedName(kind: NamedKind, id: string): string | undefined;
  /** Remembers whose resources a result of a server speaks of. */
  learn(server: string, answer: Frame): void;
  /** Takes over what a server offers now. */
  update(kind: CatalogueKind, server: string): void;
  /** Takes note of what a server does. */
  follow(status: ServerStatus): void;
  /** Takes over another configuration of the yard: names can depend on all keys in it. */
  reconfigure(): void;
}

/** An offer under one configuration. */
type View = Omit<Offer, 'reconfigure' | 'learn' | 'follow' | 'resourceServers'>;

const RESULT_MEMBERS: Readonly<Record<CatalogueKind, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  templates: 'resourceTemplates',
};

/** How the clients of one gateway see tools named, whatever the configuration says. */
export interface NamingOverride {
  /** In place of the configuration's, for servers that choose none. */
  readonly naming?: Naming | undefined;
  /** That naming wins over what servers choose too. */
  readonly namingForAll?: boolean | undefined;
}

/** An offer that starts with what the catalogue has. */
export function createOffer(yard: Yard & Relay, override: NamingOverride): Offer {
  const known = createLastKnown(yard);
  const learned = createLearnedOwners();
  let view = createView(yard, known, override);

  /** A server that left the configuration has nothing any more. */
  function learnedOwnerOf(uri: string): string | undefined {
    const server = learned.ownerOf(uri);
    return server !== undefined && yard.server(server) !== undefined ? server : undefined;
  }

  /** What a server that is down has returned stays its own, whoever returns the same meanwhile. */
  function isFree(uri: string, server: string): boolean {
    const owner = learnedOwnerOf(uri) ?? server;
    return owner === server || yard.greeting(owner) !== undefined;
  }

  function update(kind: CatalogueKind, server: string): void {
    known.update(kind, server);
    view.update(kind, server);
  }

  return {
    listJson: (kind, client) => view.listJson(kind, client),
    resolve: (kind, name) => view.resolve(kind, name),
    serverOf: (name) => view.serverOf(name),
    exposedName: (kind, id) => view.exposedName(kind, id),
    ownerOf: (uri) => view.ownerOf(uri) ?? learnedOwnerOf(uri),
    templateOwnerOf: (uriTemplate) => view.templateOwnerOf(uriTemplate),
    resourceServers: () => known.resourceServers(),
    learn(server, answer) {
      // A link of a server that has no resources leads somewhere else, to the web for instance.
      if (yard.greeting(server)?.capabilities['resources'] === undefined) return;
      for (const uri of findUris(answer)) if (isFree(uri, server)) learned.learn(uri, server);
    },
    update,
    follow({ key }) {
      // A server that comes back with nothing leaves the catalogue as it was while the server was down.
      for (const kind of known.follow(key)) update(kind, key);
    },
    reconfigure() {
      known.reconfigure();
      view = createView(yard, known, override);
    },
  };
}

function createView(yard: Yard & Relay, known: LastKnown, override: NamingOverride): View {
  const { catalogue } = yard;
  const configuration = yard.configuration();
  const keys = configuration.servers.map((server) => server.key);
  const named = {
    tools: createNameTable({ servers: toNamedServers(configuration, 'tools', override) }),
    prompts: createNameTable({ servers: toNamedServers(configuration, 'prompts', override) }),
  };
  const toJson = (kind: NamedKind, entry: CatalogueEntry): string =>
    toExposedJson(entry, named[kind].exposedName(entry.id) ?? entry.id);
  const owners = createResourceOwners({ catalogue, keys, namesOf: known.namesOf });
  const lists = createListCache(keys, (kind, entries, key) => {
    if (!isNamed(kind)) return entries.filter((entry) => owners.isOwn(entry)).map((entry) => entry.json);
    const texts = entries.map((entry) => toJson(kind, entry));
    return yard.greeting(key)?.stateless === true ? texts.map(withoutTaskSupport) : texts;
  });
  const statelessTools = createListCache(keys, (_kind, entries) =>
    entries.map((entry) => withoutTaskSupport(toJson('tools', entry))),
  );

  function update(kind: CatalogueKind, server: string): void {
    // What a server that is leaving the configuration still has is not shown any more.
    if (!keys.includes(server)) return;
    if (!isNamed(kind)) {
      owners.refresh();
      // A URI that comes or goes can hide or show the same one of any other server.
      forget(kind);
      return;
    }
    forget(kind, server);
    for (const other of named[kind].setServer(server, known.namesOf(kind, server))) forget(kind, other);
  }

  function forget(kind: CatalogueKind, server?: string): void {
    lists.forget(kind, server);
    statelessTools.forget(kind, server);
  }

  for (const kind of CATALOGUE_KINDS) for (const key of keys) update(kind, key);
  return {
    ownerOf: (uri) => owners.ownerOf(uri),
    templateOwnerOf: (uriTemplate) => owners.templateOwnerOf(uriTemplate),
    update,
    listJson(kind, client) {
      const cache = client.transient === true && kind === 'tools' ? statelessTools : lists;
      return `{"${RESULT_MEMBERS[kind]}":[${cache.join(kind, (key) => yard.listFor(client, kind, key))}]}`;
    },
    exposedName: (kind, id) => named[kind].exposedName(id),
    serverOf: (name) => named.tools.serverOf(name),
    resolve: (kind, name) => named[kind].resolve(name),
  };
}

function toNamedServers(
  { servers, settings }: Configuration,
  kind: NamedKind,
  { naming = settings.naming, namingForAll }: NamingOverride,
): Parameters<typeof createNameTable>[0]['servers'] {
  return servers.map(({ key, naming: own = naming, tools }) => ({
    key,
    naming: namingForAll === true ? naming : own,
    rename: kind === 'tools' ? tools.rename : {},
  }));
}

function isNamed(kind: CatalogueKind): kind is NamedKind {
  return kind === 'tools' || kind === 'prompts';
}
