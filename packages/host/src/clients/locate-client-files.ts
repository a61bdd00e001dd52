import { posix, win32, type PlatformPath } from 'node:path';
import type { Surroundings } from '../surroundings/surroundings.ts';

/** The clients whose files Toolyard knows, by the names that the command line has for them. */
export const CLIENTS = ['claude-desktop', 'claude-code', 'cursor', 'vscode'] as const;

/** One of the clients. */
export type ClientName = (typeof CLIENTS)[number];

/** What people call the clients. */
export const CLIENT_TITLES: Readonly<Record<ClientName, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
};

/** A place where a client keeps servers. */
export interface ClientFile {
  readonly client: ClientName;
  /** For all folders; for all who work in this folder; for the user in this folder. */
  readonly scope: 'user' | 'project' | 'local';
  readonly file: string;
  /** The way to the servers inside the file. */
  readonly path: readonly [string, ...string[]];
}

/** What the places depend on. */
export type ClientPlaces = Pick<Surroundings, 'env' | 'homeDir' | 'platform' | 'cwd' | 'editor'>;

/** Every place where the clients keep servers on this platform, whether it exists or not. */
export function locateClientFiles(places: ClientPlaces): ClientFile[] {
  const { env, homeDir, cwd } = places;
  const path = pathsOf(places);
  const support = supportFolderOf(places);
  const claude = path.join(env['CLAUDE_CONFIG_DIR'] || homeDir, '.claude.json');
  const code = path.join(support, 'Code', 'User');
  const projects = [...new Set([cwd, cwd.replaceAll('\\', '/')])];
  return [
    at('claude-desktop', 'user', path.join(support, 'Claude', 'claude_desktop_config.json'), ['mcpServers']),
    at('claude-code', 'user', claude, ['mcpServers']),
    ...projects.map((folder) => at('claude-code', 'local', claude, ['projects', folder, 'mcpServers'])),
    at('claude-code', 'project', path.join(cwd, '.mcp.json'), ['mcpServers']),
    at('cursor', 'user', path.join(homeDir, '.cursor', 'mcp.json'), ['mcpServers']),
    at('cursor', 'project', path.join(cwd, '.cursor', 'mcp.json'), ['mcpServers']),
    at('vscode', 'user', path.join(code, 'mcp.json'), ['servers']),
    at('vscode', 'user', path.join(code, 'settings.json'), ['mcp', 'servers']),
    at('vscode', 'project', path.join(cwd, '.vscode', 'mcp.json'), ['servers']),
  ];
}

/** The file that Toolyard's entry goes into; `undefined` where the client has none of that scope. */
export function findClientFile(
  places: ClientPlaces,
  client: ClientName,
  scope: 'user' | 'project',
): ClientFile | undefined {
  return locateClientFiles(places).find((file) => file.client === client && file.scope === scope);
}

/** The file of GitHub Copilot's command line, which `toolyard connect` does not change. */
export function locateCopilotFile(places: ClientPlaces): string {
  const { env, homeDir } = places;
  const path = pathsOf(places);
  return path.join(env['COPILOT_HOME'] || path.join(homeDir, '.copilot'), 'mcp-config.json');
}

/** The user's file of a VS Code whose window is on another machine than this one. */
export function locateRemoteFile(places: ClientPlaces): string {
  return pathsOf(places).join(places.homeDir, '.vscode-server', 'data', 'User', 'mcp.json');
}

/** Where VS Code keeps its profiles, each in a folder named after its id. */
export function locateProfilesFolder(places: ClientPlaces): string {
  return pathsOf(places).join(supportFolderOf(places), 'Code', 'User', 'profiles');
}

function at(client: ClientName, scope: ClientFile['scope'], file: string, path: ClientFile['path']): ClientFile {
  return { client, scope, file, path };
}

function pathsOf({ platform }: ClientPlaces): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/** Where programs with windows keep their settings. */
function supportFolderOf({ env, homeDir, platform }: ClientPlaces): string {
  const roaming = env['APPDATA'] ?? '';
  if (platform === 'win32') return win32.isAbsolute(roaming) ? roaming : win32.join(homeDir, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(homeDir, 'Library', 'Application Support');
  const config = env['XDG_CONFIG_HOME'] ?? '';
  return posix.isAbsolute(config) ? config : posix.join(homeDir, '.config');
}
