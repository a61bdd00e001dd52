import { isAbsolute } from 'node:path';
import { isJsonObject, parseConfiguration, ToolyardError, type ShownConfiguration } from '@toolyard/core';
import { formatProblem, isInside, readTextFile, toRealPath } from '@toolyard/node';
import type { KnownServers } from '../settings/plugin-data.ts';

/** What notes are read by while a configuration file is used that its user named; throws `config-invalid` where it cannot be used. */
export async function readNamedConfiguration(file: string, vaultFolder: string): Promise<KnownServers> {
  if (!isAbsolute(file)) throw refuse(`${file} is not used: it is no absolute path. Name the file by its whole path.`);
  // A vault is synced and shared: with a file in it, others would decide what this device starts.
  if (isInside(await toRealPath(vaultFolder), await toRealPath(file))) {
    throw refuse(
      `${file} is not used: it lies in the vault, which others may change. Name a file outside of the vault.`,
    );
  }
  const found = await readTextFile(file);
  if (found.kind === 'missing') throw refuse(`${file} is not used: there is no such file.`);
  if (found.kind === 'refused') throw refuse(`${file} is not used: ${found.reason}.`);
  const { configuration, problems } = parseConfiguration(found.text, { folder: vaultFolder });
  if (configuration === undefined) throw refuse(problems.map((problem) => formatProblem(file, problem)).join('\n'));
  return {
    servers: configuration.servers.map(({ key, enabled }) => ({ name: key, enabled })),
    bindings: toBindings(configuration),
  };
}

/** The bindings of a configuration, in the form that notes are read by. */
export function toBindings({ settings }: Pick<ShownConfiguration, 'settings'>): KnownServers['bindings'] {
  return (settings.bindings ?? []).filter(isJsonObject);
}

function refuse(message: string): ToolyardError {
  return new ToolyardError('config-invalid', message);
}
