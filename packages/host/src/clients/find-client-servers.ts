import { dirname, resolve } from 'node:path';
import { isJsonObject, readJsonText } from '@toolyard/core';
import { readTextFile } from '@toolyard/node';
import { locateClientFiles, type ClientFile, type ClientName, type ClientPlaces } from './locate-client-files.ts';
import { readClientServers, readDefinition, type ClientServer } from './read-client-servers.ts';
import { recordFolder } from './record-folder.ts';

const RELATIVE = /^\.\.?([\\/]|$)/;

/** A server that was found in a client's file, as it would stand in Toolyard's. */
export interface FoundServer extends ClientServer, Pick<ClientFile, 'client' | 'scope' | 'file'> {
  /** The folder that its relative paths are taken to start from, since the client's file does not say. */
  readonly recorded?: string;
}

/** What the clients' files hold. */
export interface Findings {
  readonly servers: readonly FoundServer[];
  /** Files that were skipped, and why. */
  readonly warnings: readonly { readonly file: string; readonly reason: string }[];
}

/** Reads the files of all clients, or of one; `ownFile` is where their servers would go. */
export async function findClientServers(places: ClientPlaces, ownFile: string, from?: ClientName): Promise<Findings> {
  const servers: FoundServer[] = [];
  const warnings = new Map<string, string>();
  const seen = new Set<string>();
  for (const place of locateClientFiles(places)) {
    // In the home folder the file of the user is that of the project too.
    const identity = JSON.stringify([place.file, place.path]);
    if (seen.has(identity) || (from !== undefined && place.client !== from)) continue;
    seen.add(identity);
    const read = await readTextFile(place.file);
    if (read.kind === 'missing') continue;
    const reason = read.kind === 'refused' ? read.reason : findProblem(read.text);
    if (reason !== undefined) warnings.set(place.file, reason);
    else if (read.kind === 'text') servers.push(...readPlace(place, read.text, places.cwd, dirname(ownFile)));
  }
  return { servers, warnings: [...warnings].map(([file, reason]) => ({ file, reason })) };
}

function findProblem(text: string): string | undefined {
  const read = parseClientText(text);
  return 'problem' in read ? read.problem : undefined;
}

/** What a client's text holds, or why that is no configuration. */
export function parseClientText(text: string): { readonly value: unknown } | { readonly problem: string } {
  const read = readJsonText(text);
  if (!read.ok) return { problem: read.problems[0]?.message ?? 'it is not JSON' };
  const { value } = read;
  return isJsonObject(value) || value === undefined ? { value } : { problem: 'it is not a configuration' };
}

function readPlace(
  { client, scope, file, path }: ClientFile,
  text: string,
  cwd: string,
  folder: string,
): FoundServer[] {
  const isMoved = scope !== 'user' && cwd !== folder;
  return readClientServers(text, path, folder).map((server): FoundServer => {
    const found = { ...server, client, scope, file };
    if (server.definition === undefined) return found;
    const own = isMoved ? { entry: toOwnEntry(server.entry, cwd) } : recordFolder(server.entry, { cwd, folder });
    return own.entry === server.entry ? found : { ...found, ...own, ...readDefinition(server.key, own.entry, folder) };
  });
}

/** An entry of a project's file as it has to stand elsewhere: with the project's folder in place of what leads to it. */
function toOwnEntry(entry: unknown, folder: string): unknown {
  const named = withFolder(entry, folder);
  if (typeof named !== 'object' || named === null || !('command' in named)) return named;
  const cwd = resolve(folder, 'cwd' in named && typeof named.cwd === 'string' ? named.cwd : '.');
  const { command } = named;
  const isRelative = typeof command === 'string' && RELATIVE.test(command);
  return { ...named, command: isRelative ? resolve(folder, command) : command, cwd };
}

function withFolder(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return value.replaceAll('${workspaceFolder}', folder);
  if (Array.isArray(value)) return value.map((item) => withFolder(item, folder));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withFolder(member, folder)]));
}
