import { describe, expect, it } from 'vitest';
import {
  findClientFile,
  locateClientFiles,
  locateCopilotFile,
  locateProfilesFolder,
  locateRemoteFile,
  type ClientPlaces,
} from './locate-client-files.ts';

const filesOf = (places: ClientPlaces): string[] =>
  locateClientFiles(places).map(({ client, scope, file, path }) => `${client} ${scope} ${file} ${path.join(' ')}`);

describe('the files of the clients', () => {
  it('lie below the home folder on Linux', () => {
    expect(filesOf({ platform: 'linux', env: {}, homeDir: '/home/you', cwd: '/p' })).toEqual([
      'claude-desktop user /home/you/.config/Claude/claude_desktop_config.json mcpServers',
      'claude-code user /home/you/.claude.json mcpServers',
      'claude-code local /home/you/.claude.json projects /p mcpServers',
      'claude-code project /p/.mcp.json mcpServers',
      'cursor user /home/you/.cursor/mcp.json mcpServers',
      'cursor project /p/.cursor/mcp.json mcpServers',
      'vscode user /home/you/.config/Code/User/mcp.json servers',
      'vscode user /home/you/.config/Code/User/settings.json mcp servers',
      'vscode project /p/.vscode/mcp.json servers',
    ]);
  });

  it('lie in the library on macOS', () => {
    expect(filesOf({ platform: 'darwin', env: {}, homeDir: '/Users/you', cwd: '/p' })).toEqual([
      'claude-desktop user /Users/you/Library/Application Support/Claude/claude_desktop_config.json mcpServers',
      'claude-code user /Users/you/.claude.json mcpServers',
      'claude-code local /Users/you/.claude.json projects /p mcpServers',
      'claude-code project /p/.mcp.json mcpServers',
      'cursor user /Users/you/.cursor/mcp.json mcpServers',
      'cursor project /p/.cursor/mcp.json mcpServers',
      'vscode user /Users/you/Library/Application Support/Code/User/mcp.json servers',
      'vscode user /Users/you/Library/Application Support/Code/User/settings.json mcp servers',
      'vscode project /p/.vscode/mcp.json servers',
    ]);
  });

  it('lie below APPDATA on Windows', () => {
    const env = { APPDATA: 'C:\\Users\\you\\AppData\\Roaming' };
    expect(filesOf({ platform: 'win32', env, homeDir: 'C:\\Users\\you', cwd: 'D:\\p' })).toEqual([
      'claude-desktop user C:\\Users\\you\\AppData\\Roaming\\Claude\\claude_desktop_config.json mcpServers',
      'claude-code user C:\\Users\\you\\.claude.json mcpServers',
      'claude-code local C:\\Users\\you\\.claude.json projects D:\\p mcpServers',
      'claude-code local C:\\Users\\you\\.claude.json projects D:/p mcpServers',
      'claude-code project D:\\p\\.mcp.json mcpServers',
      'cursor user C:\\Users\\you\\.cursor\\mcp.json mcpServers',
      'cursor project D:\\p\\.cursor\\mcp.json mcpServers',
      'vscode user C:\\Users\\you\\AppData\\Roaming\\Code\\User\\mcp.json servers',
      'vscode user C:\\Users\\you\\AppData\\Roaming\\Code\\User\\settings.json mcp servers',
      'vscode project D:\\p\\.vscode\\mcp.json servers',
    ]);
  });

  it('follow the environment', () => {
    const env = { CLAUDE_CONFIG_DIR: '/c', XDG_CONFIG_HOME: '/x' };
    const places: ClientPlaces = { platform: 'linux', env, homeDir: '/h', cwd: '/p' };
    expect(findClientFile(places, 'claude-code', 'user')?.file).toBe('/c/.claude.json');
    expect(findClientFile(places, 'vscode', 'user')?.file).toBe('/x/Code/User/mcp.json');
    expect(findClientFile(places, 'claude-desktop', 'project')).toBeUndefined();
  });

  it('of GitHub Copilot and of VS Code elsewhere lie below the home folder, its profiles beside its settings', () => {
    const findAll = (places: ClientPlaces): string[] =>
      [locateCopilotFile, locateRemoteFile, locateProfilesFolder].map((locate) => locate(places));
    expect(findAll({ platform: 'linux', env: {}, homeDir: '/home/you', cwd: '/p' })).toEqual([
      '/home/you/.copilot/mcp-config.json',
      '/home/you/.vscode-server/data/User/mcp.json',
      '/home/you/.config/Code/User/profiles',
    ]);
    expect(findAll({ platform: 'darwin', env: { COPILOT_HOME: '/c' }, homeDir: '/Users/you', cwd: '/p' })).toEqual([
      '/c/mcp-config.json',
      '/Users/you/.vscode-server/data/User/mcp.json',
      '/Users/you/Library/Application Support/Code/User/profiles',
    ]);
    expect(findAll({ platform: 'win32', env: {}, homeDir: 'C:\\Users\\you', cwd: 'D:\\p' })).toEqual([
      'C:\\Users\\you\\.copilot\\mcp-config.json',
      'C:\\Users\\you\\.vscode-server\\data\\User\\mcp.json',
      'C:\\Users\\you\\AppData\\Roaming\\Code\\User\\profiles',
    ]);
  });
});
