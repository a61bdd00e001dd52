import { locateYard } from '@toolyard/host';
import { chooseFolder } from '../commands/choose-folder.ts';
import type { CommandTable } from '../commands/command-table.ts';
import { findTrustObstacle, tellObstacle } from '../commands/tell-obstacle.ts';
import type { Folder } from '../folder/folder.ts';
import { splitWarning } from '../rows/split-warning.ts';
import { addServers } from './add/add-servers.ts';
import { approveWritten } from './approve-written.ts';
import { findWrongPlace, openForPerson } from './open-for-person.ts';
import { pickServer } from './pick-server.ts';
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
  const forFolder =
    (work: (folder: Folder) => Promise<void>): CommandTable[`toolyard.${string}`] =>
    async (subject) => {
      const folder = await chooseFolder(parts, subject, 'Toolyard');
      const untrusted = folder && findTrustObstacle(folder);
      if (untrusted !== undefined) tellObstacle(parts, untrusted);
      else if (folder !== undefined) await work(folder);
    };
  return {
    async 'toolyard.servers.refresh'() {
      const looks = folders.list().map((folder) => folder.lookForServers({ afresh: true }));
      await editor.withProgress('Looking for servers and their tools', () => Promise.all(looks));
    },
    'toolyard.servers.start': forServer(startServer),
    'toolyard.servers.stop': forServer(stopServer),
    'toolyard.servers.log': forServer(showServerLog),
    'toolyard.servers.approve': forFolder((folder) => approveServers(parts, folder)),
    'toolyard.servers.add': forFolder((folder) => addServers(parts, folder)),
    'toolyard.servers.openFile': forFolder((folder) => openServersFile(parts, folder)),
  };
}

/** Opens the file with the servers of a folder: at the place where it is wrong, or that of another program where only that one is. */
async function openServersFile(parts: ServerParts, folder: Folder): Promise<void> {
  const { host, named } = parts.accessOf(folder);
  const own = await locateYard(host.surroundings, named);
  const wrong = await findWrongPlace({ ...host, askInput: undefined }, named);
  const [warning = ''] = folder.state().serverWarnings;
  const file = (wrong === undefined ? splitWarning(warning).file : undefined) ?? own.file;
  if (file === undefined) {
    tellObstacle(parts, {
      message: `${folder.name} has no file with servers yet.`,
      button: 'Add Server',
      command: 'toolyard.servers.add',
    });
    return;
  }
  await parts.editor.openFile(file, wrong?.place);
}

/** Shows what the configuration of a folder would start, and starts it where a person approves that. */
async function approveServers(parts: ServerParts, folder: Folder): Promise<void> {
  const approval = await approveWritten(parts, folder);
  if (approval === 'refused') return;
  if (approval === 'not needed') {
    const { host, named } = parts.accessOf(folder);
    const { file } = await locateYard(host.surroundings, named);
    const what = file === undefined ? `${folder.name} has no file with servers` : `${file} is approved`;
    parts.later(async () => void (await parts.editor.notify('info', `${what}, so there is nothing to approve.`)));
    return;
  }
  if ((await openForPerson(parts, folder)) !== undefined) await folder.lookForServers({ afresh: true });
}
