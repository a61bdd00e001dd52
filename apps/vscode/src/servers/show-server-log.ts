import { toLine } from '@toolyard/core';
import { locateYard, readYardLog } from '@toolyard/host';
import { locateForeignState, locateHooks } from '@toolyard/host/hooks';
import { formatLogLine } from '@toolyard/node';
import { isForeignServer, type ServerSubject, type ServerParts } from './server-parts.ts';

/** Older lines are in the file. */
const TAIL = 1000;

/** Shows the last lines that Toolyard logged about a server, with what the server wrote to stderr, and those that follow. */
export async function showServerLog(
  { accessOf, logs }: Pick<ServerParts, 'accessOf' | 'logs'>,
  named: ServerSubject,
): Promise<void> {
  const { folder, server } = named;
  const { host, named: configuration } = accessOf(folder);
  const place = isForeignServer(named)
    ? locateForeignState(await locateHooks(host.surroundings, { ...configuration, workspace: folder.path }))
    : await locateYard(host.surroundings, configuration);
  logs.show(`Toolyard: ${toLine(server)} (${toLine(folder.name)})`, async (write, signal) => {
    write(`The log of server "${toLine(server)}", from ${place.logFile}:`);
    const onLine = (line: Parameters<typeof formatLogLine>[0]): void => write(formatLogLine(line, { color: false }));
    await readYardLog(place, { server, level: 'debug', tail: TAIL, follow: true, signal, onLine });
  });
}
