import { ToolyardError } from '@toolyard/core';
import type { CommandParts } from '../commands/command-table.ts';
import type { FrontAddress } from '../folder/create-folder-front.ts';
import { findMissingInputs } from '../servers/inputs/find-missing-inputs.ts';
import type { Folder } from '../folder/folder.ts';

/** Where the editor's chat reaches the tools of a folder; a person is asked for what that needs. `undefined` where they did not give that, which they are told. */
export async function openChatFront(
  { editor, later }: Pick<CommandParts, 'editor' | 'later'>,
  folder: Folder,
): Promise<FrontAddress | undefined> {
  try {
    return await folder.openFront({ mayAsk: true });
  } catch (error) {
    const reason = ToolyardError.is(error) ? findReason(error, folder.name) : undefined;
    if (reason === undefined) throw error;
    later(
      async () =>
        void (await editor.notify(
          'warning',
          `${reason}, so chat did not get their tools. Start the server again to be asked.`,
        )),
    );
    return undefined;
  }
}

/** What a person can change by an answer. */
function findReason(error: ToolyardError, folder: string): string | undefined {
  if (error.code === 'config-not-approved') return `The servers of ${folder} are not approved`;
  const missing = findMissingInputs(error);
  return missing.length === 0 ? undefined : `The servers of ${folder} have no value for ${missing.join(', ')}`;
}
