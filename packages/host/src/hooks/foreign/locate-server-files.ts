import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  CLIENT_TITLES,
  locateClientFiles,
  locateCopilotFile,
  locateProfilesFolder,
  locateRemoteFile,
  type ClientFile,
  type ClientPlaces,
} from '../../clients/locate-client-files.ts';

/** The programs whose servers hooks can use, by the names that stand before a key that is taken; first what counts more. */
export const SERVER_SOURCES = ['vscode', 'copilot', 'claude-code', 'claude-desktop'] as const;

/** One of these programs. */
export type ServerSource = (typeof SERVER_SOURCES)[number];

/** What people call these programs. */
export const SOURCE_TITLES: Readonly<Record<ServerSource, string>> = {
  vscode: CLIENT_TITLES.vscode,
  copilot: 'GitHub Copilot',
  'claude-code': CLIENT_TITLES['claude-code'],
  'claude-desktop': CLIENT_TITLES['claude-desktop'],
};

/** A place where another program keeps servers. */
export interface ServerFile extends Pick<ClientFile, 'file' | 'path'> {
  readonly source: ServerSource;
  /** For all who work in this folder; for the user in this folder; for one profile of an editor; for all folders. */
  readonly scope: ClientFile['scope'] | 'profile';
}

const SCOPES: readonly ServerFile['scope'][] = ['project', 'local', 'profile', 'user'];

/**
 * Every place where other programs keep servers for a workspace, which is `cwd`; of each program first what counts more. Only those of
 * `sources` count, and all where it is absent.
 */
export async function locateServerFiles(
  places: ClientPlaces,
  sources: readonly string[] = SERVER_SOURCES,
): Promise<readonly ServerFile[]> {
  const ofClients = locateClientFiles(places).flatMap(({ client, scope, file, path }): ServerFile[] => {
    const source = SERVER_SOURCES.find((name) => name === client);
    return source === undefined ? [] : [{ source, scope, file, path }];
  });
  const others: readonly ServerFile[] = [
    { source: 'vscode', scope: 'user', file: locateRemoteFile(places), path: ['servers'] },
    { source: 'copilot', scope: 'user', file: locateCopilotFile(places), path: ['mcpServers'] },
  ];
  const all = [...locateUserFiles(places), ...ofClients, ...others, ...(await locateProfiles(places))];
  return withoutRepeated(all.filter(({ source }) => sources.includes(source))).toSorted(compare);
}

/**
 * The files from which the editor that this runs in starts servers by itself for a workspace, which is `cwd`; those of a machine that only shows
 * its window cannot be seen.
 */
export function locateEditorFiles(places: ClientPlaces): readonly ServerFile[] {
  const { cwd } = places;
  return [
    { source: 'vscode', scope: 'project', file: join(cwd, '.vscode', 'mcp.json'), path: ['servers'] },
    { source: 'vscode', scope: 'project', file: join(cwd, '.mcp.json'), path: ['mcpServers'] },
    ...locateUserFiles(places),
    { source: 'copilot', scope: 'user', file: locateCopilotFile(places), path: ['mcpServers'] },
  ];
}

/** What the editor that this runs in has for the user: Insiders, VSCodium and the server of a remote window have folders of their own. */
function locateUserFiles({ editor }: ClientPlaces): readonly ServerFile[] {
  if (editor === undefined) return [];
  const { user, profile } = editor;
  const ofProfile: readonly ServerFile[] =
    profile === undefined
      ? []
      : [{ source: 'vscode', scope: 'profile', file: join(profile, 'mcp.json'), path: ['servers'] }];
  return [
    ...ofProfile,
    { source: 'vscode', scope: 'user', file: join(user, 'mcp.json'), path: ['servers'] },
    { source: 'vscode', scope: 'user', file: join(user, 'settings.json'), path: ['mcp', 'servers'] },
  ];
}

function withoutRepeated(files: readonly ServerFile[]): readonly ServerFile[] {
  const byPlace = new Map(files.toReversed().map((place) => [JSON.stringify([place.file, place.path]), place]));
  return [...byPlace.values()].toReversed();
}

async function locateProfiles(places: ClientPlaces): Promise<readonly ServerFile[]> {
  const folder = locateProfilesFolder(places);
  // An editor knows which profile its window has; the others do not count there.
  if (places.editor !== undefined && dirname(folder) === places.editor.user) return [];
  const ids = await readdir(folder).catch(() => []);
  return ids
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .map((id) => ({
      source: 'vscode',
      scope: 'profile',
      file: join(folder, id, 'mcp.json'),
      path: ['servers'],
    }));
}

function compare(one: ServerFile, other: ServerFile): number {
  const bySource = SERVER_SOURCES.indexOf(one.source) - SERVER_SOURCES.indexOf(other.source);
  return bySource || SCOPES.indexOf(one.scope) - SCOPES.indexOf(other.scope);
}
