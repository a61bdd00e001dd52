import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import {
  findClientServers,
  isToolyardEntry,
  locateClientFiles,
  locateYard,
  type Surroundings,
  type YardPlace,
} from '@toolyard/host';
import { isPipe, measurePath, resolvePlaces } from '@toolyard/node';
import { backupOf } from '../clients/client-backup.ts';

/** Where something of Toolyard's is, or would be. */
export interface KeptPlace {
  readonly holds: 'configuration' | 'hooks' | 'state' | 'log' | 'data' | 'sockets' | 'client' | 'backup';
  readonly path: string;
  readonly exists: boolean;
  /** Of all files in it. */
  readonly bytes?: number;
  /** The variable that moves it. */
  readonly variable?: string;
}

type LocatedPlace = Pick<KeptPlace, 'holds' | 'path' | 'variable'>;

/**
 * Lists every place where Toolyard keeps something of this user, and the clients' files with an entry for it; `config` is the value of
 * `--config`. Files of a working directory are the project's own and are not listed. None where `state-refused` is found anyway.
 */
export async function listPlaces(surroundings: Surroundings, config?: string): Promise<KeptPlace[]> {
  try {
    const places = [...(await locateOwn(surroundings, config)), ...(await findInClients(surroundings))];
    return await Promise.all(places.map(look));
  } catch (error) {
    if (ToolyardError.is(error) && error.code === 'state-refused') return [];
    throw error;
  }
}

async function locateOwn(surroundings: Surroundings, config: string | undefined): Promise<LocatedPlace[]> {
  const { userConfigDir, stateDir, dataDir } = resolvePlaces(surroundings);
  const own = join(userConfigDir, 'toolyard');
  const hooks = await findNames(own, /^hooks\.(json|ya?ml)$/);
  const place = await locateYard(surroundings, config === undefined ? {} : { config });
  const { logFile, socket } = place;
  const usual = join(own, 'toolyard.json');
  return [
    ...locateNamed(place).filter(({ path }) => path !== usual),
    { holds: 'configuration', path: usual, variable: 'XDG_CONFIG_HOME' },
    ...(hooks.length === 0 ? ['hooks.json'] : hooks).map((name): LocatedPlace => ({
      holds: 'hooks',
      path: join(own, name),
      variable: 'XDG_CONFIG_HOME',
    })),
    { holds: 'state', path: stateDir, variable: 'TOOLYARD_STATE_DIR' },
    { holds: 'log', path: logFile, variable: 'TOOLYARD_STATE_DIR' },
    { holds: 'data', path: dataDir, variable: 'TOOLYARD_DATA_DIR' },
    // A pipe of Windows is no file, and goes with the process that listens at it.
    ...(isPipe(socket) ? [] : [{ holds: 'sockets' as const, path: dirname(socket) }]),
  ];
}

/** The configuration that a person named, which may lie anywhere. */
function locateNamed({ kind, file }: YardPlace): LocatedPlace[] {
  if (file === undefined || (kind !== 'option' && kind !== 'environment')) return [];
  return [{ holds: 'configuration', path: file, ...(kind === 'environment' ? { variable: 'TOOLYARD_CONFIG' } : {}) }];
}

async function findInClients(surroundings: Surroundings): Promise<LocatedPlace[]> {
  const { servers } = await findClientServers(surroundings, surroundings.cwd);
  const connected = servers.flatMap(({ file, definition }) => (isToolyardEntry(definition) ? [file] : []));
  const all = [...new Set(locateClientFiles(surroundings).map(({ file }) => file))];
  const backups = await Promise.all(all.map(findBackups));
  return [
    ...[...new Set(connected)].map((path): LocatedPlace => ({ holds: 'client', path })),
    ...backups.flat().map((path): LocatedPlace => ({ holds: 'backup', path })),
  ];
}

async function findBackups(file: string): Promise<string[]> {
  const backup = basename(backupOf(file));
  const names = await findNames(dirname(file), /\.toolyard-backup(-\d+)?$/);
  return names.filter((name) => name.startsWith(backup)).map((name) => join(dirname(file), name));
}

async function findNames(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pattern.test(name)).toSorted();
}

async function look(place: LocatedPlace): Promise<KeptPlace> {
  const bytes = await measurePath(place.path);
  return { ...place, exists: bytes !== undefined, ...(bytes === undefined ? {} : { bytes }) };
}
