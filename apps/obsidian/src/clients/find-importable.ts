import { join } from 'node:path';
import {
  CLIENT_TITLES,
  findClientServers,
  markDuplicates,
  readDefinition,
  toPastedServers,
  type Host,
  type PastedServer,
} from '@toolyard/host';
import { toLanguageName } from '../forms/read-vault-paste.ts';
import type { StoredServer } from '../settings/plugin-data.ts';
import { findInputs } from '../yard/to-vault-entry.ts';

/** What was found in the files of other programs. */
export interface Importable {
  readonly servers: readonly PastedServer[];
  /** Files that could not be read, and why. */
  readonly warnings: readonly string[];
}

/** What adding a server again would not change. */
const LEFT_OUT: readonly string[] = ['known', 'repeated', 'toolyard'];

/**
 * Finds the servers that Claude, Cursor and VS Code have for this user and that the vault does not have yet. What lies in the vault
 * itself does not count: others may have put it there.
 */
export async function findImportable(
  host: Pick<Host, 'surroundings'>,
  own: readonly StoredServer[],
): Promise<Importable> {
  const { cwd } = host.surroundings;
  const { servers, warnings } = await findClientServers(host.surroundings, join(cwd, 'toolyard.json'));
  const definitions = own.map(
    ({ name, definition }) => [name, readDefinition(name, definition, cwd).definition] as const,
  );
  const marked = markDuplicates(servers, new Map(definitions));
  const offered = marked.filter(({ scope, status }) => scope === 'user' && !LEFT_OUT.includes(status));
  return {
    servers: toPastedServers(
      offered.map(({ key, entry, client }) => ({ formerName: key, entry, from: CLIENT_TITLES[client] })),
      {
        toName: toLanguageName,
        names: own.map(({ name }) => name),
        secretIds: own.flatMap(({ definition }) => findInputs(definition)),
      },
    ),
    warnings: warnings.map(({ file, reason }) => `${file} was skipped: ${reason}.`),
  };
}
