import { realpath } from 'node:fs/promises';
import { parseConfiguration, type ServerDefinition } from '@toolyard/core';
import { readTextFile } from '@toolyard/node';
import { isToolyardEntry } from '../../clients/is-toolyard-entry.ts';
import { listEntries } from '../../clients/read-client-servers.ts';
import { readEntry } from '../../clients/read-entry.ts';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import { locateEditorFiles, type ServerFile } from './locate-server-files.ts';
import { toOneServerText } from './parse-foreign-entry.ts';
import { MOST_SERVERS } from './read-foreign-servers.ts';

/** What the editor has by itself, so that Toolyard need not be offered to it. */
export interface EditorServers {
  /** Every file that was looked for. */
  readonly lookedFor: readonly string[];
  /** The editor starts the servers of this file itself, and it is Toolyard's configuration too. */
  readonly shared?: string;
  /** An entry with which the editor starts or reaches a Toolyard. */
  readonly entry?: { readonly file: string; readonly key: string };
}

/** Looks whether the editor that this runs in has a configuration's servers anyway; `isOurs` knows the addresses of Toolyards that run. */
export async function findToolyardEntry(
  surroundings: Surroundings,
  ownFile: string | undefined,
  isOurs: (url: string) => Promise<boolean>,
): Promise<EditorServers> {
  const places = locateEditorFiles(surroundings);
  const lookedFor = places.map(({ file }) => file);
  const own = ownFile === undefined ? undefined : await toReal(ownFile);
  for (const place of places) {
    if (own !== undefined && (await toReal(place.file)) === own) return { lookedFor, shared: place.file };
  }
  for (const place of places) {
    const key = await findKey(place, surroundings.cwd, isOurs);
    if (key !== undefined) return { lookedFor, entry: { file: place.file, key } };
  }
  return { lookedFor };
}

async function findKey(
  { file, path }: ServerFile,
  folder: string,
  isOurs: (url: string) => Promise<boolean>,
): Promise<string | undefined> {
  const read = await readTextFile(file);
  if (read.kind !== 'text') return undefined;
  for (const { key, entry } of listEntries(readEntry(read.text, path)).slice(0, MOST_SERVERS)) {
    const definition = parseConfiguration(toOneServerText(key, entry, []), { folder }).configuration?.servers[0];
    if (isToolyardEntry(definition) || (await isReached(definition, isOurs))) return key;
  }
  return undefined;
}

async function isReached(
  definition: ServerDefinition | undefined,
  isOurs: (url: string) => Promise<boolean>,
): Promise<boolean> {
  return definition?.kind === 'url' && isOurs(definition.url);
}

function toReal(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}
