import { dirname } from 'node:path';
import { toCanonicalJson, ToolyardError } from '@toolyard/core';
import { parseAsFile, type ServerEntry } from '@toolyard/host';
import { makeFolder, readTextFile, replaceTextFile } from '@toolyard/node';
import type { PluginData, StoredServer } from '../settings/plugin-data.ts';
import type { DeviceRecord } from './device-store.ts';
import { findInputs, toVaultEntry, withWorkFolder } from './to-vault-entry.ts';

/** What the configuration of a device is made of. */
export interface DeviceConfigurationParts {
  readonly data: PluginData;
  readonly record: DeviceRecord;
  readonly vaultFolder: string;
  /** Where programs start that name nothing of the vault. */
  readonly workFolder: string;
  /** Whether this device has a value for a secret. */
  readonly hasSecret: (id: string) => boolean;
}

/** Whether a server may be started on this device as the vault has it now. */
export function isApproved(
  { name, definition }: Pick<StoredServer, 'name' | 'definition'>,
  { record, vaultFolder }: Pick<DeviceConfigurationParts, 'record' | 'vaultFolder'>,
): boolean {
  const approved = record.approved[name];
  return (
    approved !== undefined && toCanonicalJson(approved.entry) === toCanonicalJson(toVaultEntry(definition, vaultFolder))
  );
}

/**
 * Writes the configuration that the yard of a vault runs on, where it is another one: the servers of the vault that were approved here and
 * whose secrets are here. Throws `config-invalid` where a definition is wrong, and writes nothing then, since a yard that follows the file
 * would go on as before.
 */
export async function writeDeviceConfiguration(file: string, parts: DeviceConfigurationParts): Promise<void> {
  // A program cannot start in a folder that somebody has cleared away.
  makeFolder(parts.workFolder);
  const found = await readTextFile(file);
  if (found.kind === 'refused') throw new ToolyardError('state-refused', `${file}: ${found.reason}.`);
  const before = found.kind === 'text' ? found.text : undefined;
  const after = toText(parts);
  if (after === before) return;
  parseAsFile(file, after);
  makeFolder(dirname(file));
  await replaceTextFile({ file, before, after });
}

/** Throws `config-invalid` where that configuration would be wrong. */
export function checkDeviceConfiguration(file: string, parts: DeviceConfigurationParts): void {
  parseAsFile(file, toText(parts));
}

function toText(parts: DeviceConfigurationParts): string {
  return `${JSON.stringify(toFile(parts), undefined, 2)}\n`;
}

function toFile(parts: DeviceConfigurationParts): object {
  const { data, record, vaultFolder, workFolder, hasSecret } = parts;
  const { bindings, timeoutMs, concurrentLimit, sessionLimit, naming } = data;
  const servers = data.servers
    .filter((server) => isApproved(server, parts))
    .map(({ name, enabled, definition }): readonly [string, ServerEntry] => {
      const isTrusted = record.approved[name]?.trust === true;
      const entry = withWorkFolder(toVaultEntry(definition, vaultFolder), workFolder);
      return [name, { ...entry, enabled, ...(isTrusted && { trust: true }) }];
    })
    // A yard asks for nothing while it runs, so a server waits here for its secrets.
    .filter(([, entry]) => findInputs(entry).every(hasSecret));
  const inputs = [...new Set(servers.flatMap(([, entry]) => findInputs(entry)))];
  return {
    mcpServers: Object.fromEntries(servers),
    // Passwords are kept in Obsidian's secret storage, and shown nowhere.
    ...(inputs.length > 0 && { inputs: inputs.map((id) => ({ id, type: 'promptString', password: true })) }),
    // The history of calls is kept on this device, and shown by the plugin.
    toolyard: { timeoutMs, concurrentLimit, sessionLimit, naming, keepHistory: true, bindings },
  };
}
