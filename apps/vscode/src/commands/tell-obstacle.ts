import { toLine } from '@toolyard/core';
import type { Folder } from '../folder/folder.ts';
import type { EditorCommand } from '../ports/editor.ts';
import type { CommandParts } from './command-table.ts';

/** What keeps a person from going on, and the button that helps. */
export interface Obstacle {
  readonly message: string;
  readonly button: string;
  readonly command: EditorCommand;
}

/** There is no folder, so there is nothing that a command could be about. */
export const NO_FOLDER: Obstacle = {
  message: 'Open a folder first: hooks and servers belong to a folder.',
  button: 'Open Folder',
  command: 'vscode.openFolder',
};

/** There is no hook that a command could be about. */
export const NO_HOOKS: Obstacle = {
  message: 'There are no hooks here yet.',
  button: 'New Hook from Template',
  command: 'toolyard.hooks.fromTemplate',
};

/** Why nothing of a folder can be started; `undefined` where it is trusted. */
export function findTrustObstacle(folder: Pick<Folder, 'name' | 'state'>): Obstacle | undefined {
  if (folder.state().duty.kind !== 'untrusted') return undefined;
  const message = `${toLine(folder.name)} is not trusted, so none of its hooks and servers run.`;
  return { message, button: 'Manage Trust', command: 'workbench.trust.manage' };
}

/** Why no server or no tool of a folder can be chosen, by what its state says after servers were looked for. */
export function findServerObstacle(folder: Pick<Folder, 'name' | 'state'>): Obstacle {
  const { servers, serverWarnings, needsServerApproval } = folder.state();
  const name = toLine(folder.name);
  const untrusted = findTrustObstacle(folder);
  if (untrusted !== undefined) return untrusted;
  if (needsServerApproval) {
    return {
      message: `The servers of ${name} are not approved, so their tools are not known yet.`,
      button: 'Approve Servers',
      command: 'toolyard.servers.approve',
    };
  }
  const [wrong] = serverWarnings;
  if (servers.length === 0 && wrong !== undefined) {
    return { message: wrong, button: 'Open Servers File', command: 'toolyard.servers.openFile' };
  }
  if (servers.length === 0) {
    return {
      message: `No MCP servers were found for ${name}.`,
      button: 'Add Server',
      command: 'toolyard.servers.add',
    };
  }
  return {
    message: `No tools are known in ${name}. Start a server to see its tools.`,
    button: 'Start Server',
    command: 'toolyard.servers.start',
  };
}

/** Says what is missing, with the button that helps; does not wait for the person. */
export function tellObstacle(
  {
    editor,
    later,
  }: Pick<CommandParts, 'later'> & { readonly editor: Pick<CommandParts['editor'], 'notify' | 'execute'> },
  { message, button, command }: Obstacle,
  folder?: Pick<Folder, 'path'>,
): void {
  later(async () => {
    if ((await editor.notify('info', message, button)) === button) await editor.execute(command, folder?.path);
  });
}
