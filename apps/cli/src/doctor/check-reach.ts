import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ServerDefinition, toWholeLine } from '@toolyard/core';
import { type Surroundings, valueOf } from '@toolyard/host';
import { isInside, resolvePlaces, toRealPath } from '@toolyard/node';
import type { Finding } from './finding.ts';

export interface ReachOptions {
  readonly servers: readonly ServerDefinition[];
  /** The configuration, where there is a file. */
  readonly file: string | undefined;
  /** The keys of servers whose `cwd` stands in the file; the others start in the folder of the file, which is no sign that they read it. */
  readonly placed: ReadonlySet<string>;
}

interface OwnPlace {
  readonly name: string;
  readonly path: string;
}

/** Which servers were given a folder in which Toolyard's configuration or state lies: a model that uses them could read and change it. */
export async function checkReach(
  surroundings: Surroundings,
  { servers, file, placed }: ReachOptions,
): Promise<Finding[]> {
  const { stateDir } = resolvePlaces(surroundings);
  const own: OwnPlace[] = [
    ...(file === undefined ? [] : [{ name: 'configuration', path: await toRealPath(file) }]),
    { name: 'state', path: await toRealPath(stateDir) },
  ];
  const found = await Promise.all(servers.map((server) => checkServer(server, placed.has(server.key), own)));
  return found.flat();
}

async function checkServer(server: ServerDefinition, isPlaced: boolean, own: readonly OwnPlace[]): Promise<Finding[]> {
  for (const folder of await foldersOf(server, isPlaced)) {
    const held = own.filter(({ path }) => isInside(folder, path) || isInside(path, folder));
    if (held.length === 0) continue;
    const what = held.map(({ name, path }) => `${name} (${path})`).join(' and ');
    const text = `Server "${toWholeLine(server.key)}" is given ${folder}, which holds Toolyard's ${what}`;
    const advice = 'Give it a folder that holds only what it works on, in its arguments, "cwd" or "mounts".';
    return [{ check: 'server', level: 'note', text: toWholeLine(text), advice, server: server.key }];
  }
  return [];
}

/** The real paths of the folders that a server is given. */
async function foldersOf(server: ServerDefinition, isPlaced: boolean): Promise<string[]> {
  const found = await Promise.all(pathsOf(server, isPlaced).map(toFolder));
  return found.flat();
}

function pathsOf(server: ServerDefinition, isPlaced: boolean): string[] {
  if (server.kind === 'docker') return server.docker.mounts.map((mount) => mount.split(':')[0] ?? mount);
  if (server.kind !== 'command') return [];
  const { cwd, args } = server;
  const words = args.map(valueOf).filter((word) => word !== '');
  return [...(isPlaced ? [cwd] : []), ...words.map((word) => resolve(cwd, word))];
}

async function toFolder(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isDirectory() === true ? [await realpath(path)] : [];
}
