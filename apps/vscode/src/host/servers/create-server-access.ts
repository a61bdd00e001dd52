import type { ServerParts } from '../../servers/server-parts.ts';
import { createVscodeHost } from '../create-vscode-host.ts';
import { readFolderSettings } from '../folders/read-folder-settings.ts';
import type { Parts } from '../parts.ts';

/** How a person who acts reaches the configuration of a folder, by the settings as they are then. */
export function createServerAccess(
  parts: Pick<Parts, 'context' | 'editor' | 'output' | 'questions'>,
): ServerParts['accessOf'] {
  return ({ path }) => {
    const { configuration: named = {}, sources } = readFolderSettings(path);
    const host = createVscodeHost(parts, { folder: path, mayAsk: true });
    return { host, named, sources };
  };
}
