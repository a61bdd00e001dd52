import { toToolId, type Naming, type ToolId } from '@toolyard/core';
import { compareOrder, createClaimTable } from './create-claim-table.ts';
import type { Claim, Claimant } from './create-claim-table.ts';
import { createNameOwners, type NameOwners } from './create-name-owners.ts';
import { toClaims, toHashedClaims, type NameSource } from './to-claims.ts';
import { toHeadOfHashed } from './to-hashed-name.ts';
import { toKeyPrefixes } from './to-key-prefixes.ts';

/** A configured server, running or not, as far as names depend on it. */
export interface NamedServer {
  readonly key: string;
  readonly naming: Naming;
  /** Own name to the name that clients see. */
  readonly rename: Readonly<Record<string, string>>;
}

/** A tool or prompt: its id, and what that is made of. */
export interface Named {
  readonly id: ToolId;
  /** The key of the server that has it. */
  readonly server: string;
  /** What that server calls it. */
  readonly name: string;
}

/** What a name that a client sent means: one tool or prompt, the ids of several, or nothing. */
export type Resolution = Named | { readonly ambiguous: readonly string[] } | undefined;

/** The exposed names of the tools (or of the prompts) of all servers: one for each id, and no two alike. */
export interface NameTable {
  /** Says what a server offers now; gives the keys of the other servers that have new exposed names because of it. */
  setServer(key: string, names: readonly string[]): readonly string[];
  /** Takes away all that a server offered; gives the same as `setServer`. */
  removeServer(key: string): readonly string[];
  /** The name that clients see. */
  exposedName(id: string): string | undefined;
  /**
   * Takes an exposed name, else an id, else a bare name (own or renamed) that only one tool has, else a name that the
   * tool had while another server ran, which a client may still know it by. What begins with a configured key stands for
   * a tool of that server or for nothing, whatever others offer.
   */
  resolve(name: string): Resolution;
  /** The server whose key a name begins with, running or not; `undefined` for a bare name. */
  serverOf(name: string): string | undefined;
}

type NamedEntry = Claimant & Named & NameSource;

type EntryMaker = (key: string, names: readonly string[]) => readonly NamedEntry[];

/** Creates a table that knows all configured servers, in configuration order, and no tool yet. */
export function createNameTable(options: { readonly servers: readonly NamedServer[] }): NameTable {
  const prefixes = toKeyPrefixes(options.servers.map(({ key }) => key));
  const owners = createNameOwners(prefixes);
  const toEntries = createEntryMaker(options.servers, prefixes, owners);
  const claims = createClaimTable<NamedEntry>(toHashedClaims);
  const byServer = new Map<string, readonly NamedEntry[]>();
  const byId = new Map<string, NamedEntry>();
  const byBareName = new Map<string, Set<NamedEntry>>();
  const findHashed = createHashedFinder((name) => {
    const servers = [...(owners.find(name)?.servers ?? [])];
    return servers.map((key) => byServer.get(key) ?? []);
  });

  function replace(key: string, come: readonly NamedEntry[]): readonly string[] {
    const gone = byServer.get(key) ?? [];
    byServer.set(key, come);
    for (const entry of gone) forget(entry);
    for (const entry of come) remember(entry);
    const keys = new Set(claims.replace(gone, come).map(({ server }) => server));
    keys.delete(key);
    return [...keys];
  }

  function remember(entry: NamedEntry): void {
    byId.set(entry.id, entry);
    for (const name of bareNamesOf(entry)) {
      const same = byBareName.get(name);
      if (same === undefined) byBareName.set(name, new Set([entry]));
      else same.add(entry);
    }
  }

  function forget(entry: NamedEntry): void {
    byId.delete(entry.id);
    for (const name of bareNamesOf(entry)) {
      const same = byBareName.get(name);
      same?.delete(entry);
      if (same?.size === 0) byBareName.delete(name);
    }
  }

  return {
    setServer: (key, names) => replace(key, toEntries(key, names)),
    removeServer: (key) => replace(key, []),
    exposedName(id) {
      const entry = byId.get(id);
      return entry && claims.nameOf(entry);
    },
    resolve(name) {
      const current = claims.holderOf(name) ?? byId.get(name) ?? toResolution(byBareName.get(name));
      return current ?? claims.winnerOf(name) ?? findHashed(name);
    },
    serverOf(name) {
      const [server, ...others] = owners.find(name)?.servers ?? [];
      return others.length === 0 ? server : undefined;
    },
  };
}

function createEntryMaker(
  servers: readonly NamedServer[],
  prefixes: ReturnType<typeof toKeyPrefixes>,
  owners: NameOwners,
): EntryMaker {
  const positions = new Map(servers.map((server, position) => [server.key, { ...server, position }]));
  return (key, names) => {
    const server = positions.get(key);
    const prefix = prefixes.get(key);
    if (!server || !prefix) throw new Error(`Server "${key}" is not in the configuration its names were created from.`);
    const { naming, rename, position } = server;
    const entries = [...new Set(names)].map((name, index): NamedEntry => {
      const label = Object.hasOwn(rename, name) ? (rename[name] ?? name) : name;
      const id = toToolId(key, name);
      const source = { server: key, name, label, naming, prefix, owners };
      const claims = toClaims(source);
      // Not spread out of `source`, which would take longer than all the rest.
      return { id, server: key, name, label, naming, prefix, owners, order: [position, index], claims };
    });
    return isImitated(entries) ? entries.map(withHashedClaims) : entries;
  };
}

/** Whether a tool is called what another one of its server may be with its hash, which has the better right to it. */
function isImitated(entries: readonly NamedEntry[]): boolean {
  const looksHashed = ({ name }: Claim): boolean => toHeadOfHashed(name) !== undefined;
  return entries.some(({ naming, claims }) => naming !== 'safe' && claims.some(looksHashed));
}

function withHashedClaims(entry: NamedEntry): NamedEntry {
  return { ...entry, claims: [...entry.claims, ...toHashedClaims(entry)] };
}

/** The own name and, where it is renamed, the new one, unless it begins with the key of another server. */
function bareNamesOf({ server, name, label, owners }: NamedEntry): readonly string[] {
  return (name === label ? [name] : [name, label]).filter((bare) => owners.isFree(bare, server));
}

/** Finds what has a better name now by one with a hash, which a client may still know it by. */
function createHashedFinder(
  entriesFor: (name: string) => readonly (readonly NamedEntry[])[],
): (name: string) => NamedEntry | undefined {
  const tables = new WeakMap<readonly NamedEntry[], ReadonlyMap<string, NamedEntry>>();
  return (name) => {
    if (toHeadOfHashed(name) === undefined) return undefined;
    for (const entries of entriesFor(name)) {
      const table = tables.get(entries) ?? toHashedNames(entries);
      tables.set(entries, table);
      const found = table.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function toHashedNames(entries: readonly NamedEntry[]): ReadonlyMap<string, NamedEntry> {
  const byName = new Map<string, NamedEntry>();
  for (const entry of entries) {
    for (const { name } of toHashedClaims(entry)) if (!byName.has(name)) byName.set(name, entry);
  }
  return byName;
}

function toResolution(entries: ReadonlySet<NamedEntry> | undefined): Resolution {
  const [first, ...others] = [...(entries ?? [])].toSorted(compareOrder);
  if (first === undefined || others.length === 0) return first;
  return { ambiguous: [first, ...others].map(({ id }) => id) };
}
