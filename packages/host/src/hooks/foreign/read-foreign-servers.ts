import { realpath } from 'node:fs/promises';
import { toCanonicalJson, type ServerDefinition } from '@toolyard/core';
import { findNamedServer, nameServers, type ShadowedServer } from '@toolyard/hooks';
import { hashOf, readTextFile } from '@toolyard/node';
import { parseClientText } from '../../clients/find-client-servers.ts';
import { listEntries } from '../../clients/read-client-servers.ts';
import { valueAt } from '../../clients/read-entry.ts';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import type { ForeignMcpServer, FoundForeign } from './foreign-mcp-server.ts';
import { locateServerFiles, type ServerFile } from './locate-server-files.ts';
import { parseForeignEntry } from './parse-foreign-entry.ts';

/** What the files of other programs hold for a workspace. */
export interface ForeignServers {
  readonly servers: readonly ForeignMcpServer[];
  readonly shadowed: readonly ShadowedServer<FoundForeign>[];
  /** Files that were skipped, and why. */
  readonly warnings: readonly { readonly file: string; readonly reason: string }[];
  /** Every file that was looked for. */
  readonly lookedFor: readonly string[];
  /** The names of all that can be used. */
  names(): readonly string[];
  /** By its id, or by `source/key`. */
  find(id: string): ForeignMcpServer | undefined;
}

/** Nobody has that many; a file of a repository with more would keep every command busy. */
export const MOST_SERVERS = 500;

/** Where nobody has looked. */
export const NO_FOREIGN_SERVERS: ForeignServers = {
  servers: [],
  shadowed: [],
  warnings: [],
  lookedFor: [],
  names: () => [],
  find: () => undefined,
};

/** Toolyard's own configuration, whose keys come first. */
export interface OwnServers {
  /** Not read as another program's, although such a program may read it too. */
  readonly file?: string | undefined;
  /** As they are written. */
  readonly servers: readonly ServerDefinition[];
}

/**
 * Reads the files of other programs as they are now, for a workspace, which is `cwd`; starts nothing, and never rejects because of what they
 * hold. Only the programs of `sources` count, and all where it is absent.
 */
export async function readForeignServers(
  surroundings: Surroundings,
  own: OwnServers,
  sources?: readonly string[],
): Promise<ForeignServers> {
  const places = await locateServerFiles(surroundings, sources);
  const ownFile = own.file === undefined ? undefined : await toReal(own.file);
  const warnings = new Map<string, string>();
  const texts = new Map<string, Promise<unknown>>();
  const found: FoundForeign[] = [];
  for (const place of await withoutOwn(places, ownFile)) {
    const { file } = place;
    const value = texts.get(file) ?? readValue(file, (reason) => warnings.set(file, reason));
    texts.set(file, value);
    const count = listEntries(valueAt(await value, place.path)).length;
    if (count > MOST_SERVERS) warnings.set(file, `it has ${count} servers, and at most ${MOST_SERVERS} are read`);
    else found.push(...(await readPlace(place, await value, surroundings)));
  }
  const { servers, shadowed } = nameServers(found, new Map(own.servers.map((server) => [server.key, hashOwn(server)])));
  return {
    servers,
    shadowed,
    warnings: [...warnings].map(([file, reason]) => ({ file, reason })),
    lookedFor: [...new Set(places.map(({ file }) => file))],
    names: () => servers.flatMap(({ id, problem }) => (problem === undefined ? [id] : [])),
    find: (id) => (own.servers.some(({ key }) => key === id) ? undefined : findNamedServer(servers, id)),
  };
}

async function withoutOwn(places: readonly ServerFile[], ownFile: string | undefined): Promise<readonly ServerFile[]> {
  if (ownFile === undefined) return places;
  const real = await Promise.all(places.map(({ file }) => toReal(file)));
  return places.filter((_, index) => real[index] !== ownFile);
}

function toReal(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

async function readValue(file: string, onProblem: (reason: string) => void): Promise<unknown> {
  const read = await readTextFile(file);
  if (read.kind === 'missing') return undefined;
  const parsed = read.kind === 'text' ? parseClientText(read.text) : { problem: read.reason };
  if ('value' in parsed) return parsed.value;
  onProblem(parsed.problem);
  return undefined;
}

async function readPlace(
  place: ServerFile,
  value: unknown,
  surroundings: Surroundings,
): Promise<readonly FoundForeign[]> {
  const inputs = valueAt(value, [...place.path.slice(0, -1), 'inputs']);
  const entries = listEntries(valueAt(value, place.path));
  const parsed = await Promise.all(
    entries.map(({ key, entry }) => parseForeignEntry({ place, key, entry, inputs }, surroundings)),
  );
  return parsed.flatMap((each) => each ?? []);
}

/** As the definitions of other programs are hashed. */
function hashOwn({ key: _key, ...definition }: ServerDefinition): string {
  return hashOf(Buffer.from(toCanonicalJson({ definition, inputs: [], envFile: undefined })));
}
