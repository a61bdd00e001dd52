import { ToolyardError } from '@toolyard/core';
import type { CommandParts } from '../commands/command-table.ts';
import type { FrontAddress } from '../folder/create-folder-front.ts';
import type { Folder } from '../folder/folder.ts';

/** Where the editor's chat reaches the tools of a folder; a person is asked for what that needs. `undefined` where they did not approve it, which they are told. */
export async function openChatFront(
  { editor, later }: Pick<CommandParts, 'editor' | 'later'>,
  folder: Folder,
): Promise<FrontAddress | undefined> {
  try {
    return await folder.openFront({ mayAsk: true });
  } catch (error) {
    if (!ToolyardError.is(error) || error.code !== 'config-not-approved') throw error;
    const message = `The servers of ${folder.name} are not approved, so chat did not get their tools. Approve them in the view Servers & Tools, then start the server again.`;
    later(async () => void (await editor.notify('warning', message)));
    return undefined;
  }
}
