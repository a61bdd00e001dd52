import { ToolyardError } from '@toolyard/core';
import { readWritten } from '@toolyard/host';
import type { CommandTable } from '../commands/command-table.ts';
import type { Folder } from '../folder/folder.ts';
import { addServers } from './add/add-servers.ts';
import { openForPerson, tellInvalid } from './open-for-person.ts';
import { pickServer, pickServerFolder } from './pick-server.ts';
import type { ServerSubject, ServerParts } from './server-parts.ts';
import { showServerLog } from './show-server-log.ts';
import { startServer, stopServer } from './switch-server.ts';

/** The commands `toolyard.servers.*`. */
export function createServerCommands(parts: ServerParts): CommandTable {
  const { editor, folders } = parts;
  const forServer =
    (work: (parts: ServerParts, named: ServerSubject) => Promise<void>): CommandTable[`toolyard.${string}`] =>
    async (subject) => {
      const named = await pickServer(parts, subject);
      if (named !== undefined) await work(parts, named);
    };
  return {
    async 'toolyard.servers.refresh'() {
      const looks = folders.list().map((folder) => folder.lookForServers({ afresh: true }));
      await editor.withProgress('Looking for servers and their tools', () => Promise.all(looks));
    },
    'toolyard.servers.start': forServer(startServer),
    'toolyard.servers.stop': forServer(stopServer),
    'toolyard.servers.log': forServer(showServerLog),
    async 'toolyard.servers.approve'(subject) {
      const folder = await pickServerFolder(parts, subject);
      if (folder !== undefined) await approveServers(parts, folder);
    },
    async 'toolyard.servers.add'(subject) {
      const folder = await pickServerFolder(parts, subject);
      if (folder !== undefined) await addServers(parts, folder);
    },
  };
}

/** Shows what the configuration of a folder would start, and starts it where a person approves that. */
async function approveServers(parts: ServerParts, folder: Folder): Promise<void> {
  const { host, named } = parts.accessOf(folder);
  try {
    const { approved, source } = await readWritten({ ...host, askInput: undefined }, named);
    if (approved) {
      const what = source.file === undefined ? `${folder.name} has no file with servers` : `${source.file} is approved`;
      parts.later(async () => void (await parts.editor.notify('info', `${what}, so there is nothing to approve.`)));
      return;
    }
  } catch (error) {
    if (!ToolyardError.is(error) || error.code !== 'config-invalid') throw error;
    return tellInvalid(parts, folder, error);
  }
  if ((await openForPerson(parts, folder)) !== undefined) await folder.lookForServers({ afresh: true });
}
