import { Disposable, env } from 'vscode';
import { createServerCommands } from '../../servers/create-server-commands.ts';
import { forgetInputs } from '../../servers/inputs/forget-inputs.ts';
import type { ServerParts } from '../../servers/server-parts.ts';
import { createToolCommands } from '../../tools/create-tool-commands.ts';
import { withExtensionTools } from '../../tools/extension/with-extension-tools.ts';
import { registerTable } from '../commands/register-table.ts';
import type { Register } from '../parts.ts';
import { createEditorTools } from '../tools/create-editor-tools.ts';
import { openTrials, type OpenTrials } from '../try/open-trials.ts';
import { createLogViews } from './create-log-views.ts';
import { openKeptInputs } from './open-kept-inputs.ts';
import { createServerAccess } from './create-server-access.ts';

/** The commands about servers and their tools. */
export const registerServers: Register = (parts) => {
  const logs = createLogViews();
  let trials: OpenTrials | undefined;
  const commands = registerTable(parts, (given) => {
    const serverParts: ServerParts = {
      ...given,
      logs,
      readClipboard: async () => env.clipboard.readText(),
      accessOf: createServerAccess(parts),
    };
    trials = openTrials(parts, serverParts);
    const tools = createToolCommands(serverParts, { openTrial: trials.openTrial, openForm: parts.openForm });
    return {
      ...createServerCommands(serverParts),
      ...withExtensionTools(serverParts, createEditorTools(), tools),
      'toolyard.inputs.forget': () => forgetInputs(given, openKeptInputs(parts.context)),
    };
  });
  return Disposable.from(commands, logs, ...(trials === undefined ? [] : [trials]));
};
