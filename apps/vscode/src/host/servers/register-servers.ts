import { Disposable, env } from 'vscode';
import { createServerCommands } from '../../servers/create-server-commands.ts';
import type { ServerParts } from '../../servers/server-parts.ts';
import { createToolCommands } from '../../tools/create-tool-commands.ts';
import { registerTable } from '../commands/register-table.ts';
import { createVscodeHost } from '../create-vscode-host.ts';
import { readFolderSettings } from '../folders/read-folder-settings.ts';
import type { Register } from '../parts.ts';
import { createLogViews } from './create-log-views.ts';

/** The commands about servers and their tools. */
export const registerServers: Register = (parts) => {
  const logs = createLogViews();
  const commands = registerTable(parts, (given) => {
    const serverParts: ServerParts = {
      ...given,
      logs,
      readClipboard: async () => env.clipboard.readText(),
      accessOf({ path }) {
        const { configuration: named = {}, sources } = readFolderSettings(path);
        const host = createVscodeHost(parts, { folder: path, mayAsk: true });
        return { host, named, sources };
      },
    };
    return { ...createServerCommands(serverParts), ...createToolCommands(serverParts, parts.openForm) };
  });
  return Disposable.from(commands, logs);
};
