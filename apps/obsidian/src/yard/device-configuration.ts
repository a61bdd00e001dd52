import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isJsonObject, readJsonText, toCanonicalJson, ToolyardError, type JsonObject } from '@toolyard/core';
import { parseAsFile, type ConfigurationFile, type ServerEntry } from '@toolyard/host';
import { makeFolder, readTextFile, replaceTextFile, resolvePlaces, type PlacesOptions } from '@toolyard/node';
import type { UnapprovedServer } from '../ports/note-app.ts';
import type { PluginData, StoredServer } from '../settings/plugin-data.ts';

/**
 * The configuration that this device starts servers from. A vault is synced and shared, so what it says starts nothing: a definition comes
 * into this file, which lies in the state folder and which only this user can change, when a person approved it here. What stands there is
 * what was approved, so there is no second record of it.
 */
export interface DeviceConfiguration {
  readonly file: string;
  /** The servers of the vault among `names` that may not be started as they are now. */
  findUnapproved(data: PluginData, names: readonly string[]): Promise<readonly UnapprovedServer[]>;
  /**
   * Writes the file where it is not as `data` and earlier approvals say; `approved` are the names of servers that were approved just now.
   * Throws `config-invalid` where a definition is wrong, and writes nothing then.
   */
  write(data: PluginData, approved: readonly string[]): Promise<void>;
}

/** The configuration of one vault on this device. */
export function createDeviceConfiguration(places: PlacesOptions, vaultFolder: string): DeviceConfiguration {
  const id = createHash('sha256').update(vaultFolder).digest('hex').slice(0, 16);
  const file = join(resolvePlaces(places).stateDir, 'obsidian', id, 'toolyard.json');

  async function read(): Promise<{ readonly text: string | undefined; readonly entries: JsonObject }> {
    const found = await readTextFile(file);
    if (found.kind === 'refused') throw new ToolyardError('state-refused', `${file}: ${found.reason}.`);
    if (found.kind === 'missing') return { text: undefined, entries: {} };
    const parsed = readJsonText(found.text);
    const servers = parsed.ok && isJsonObject(parsed.value) ? parsed.value['mcpServers'] : undefined;
    return { text: found.text, entries: isJsonObject(servers) ? servers : {} };
  }

  return {
    file,
    async findUnapproved({ servers }, names) {
      const { entries } = await read();
      return servers
        .filter(({ name }) => names.includes(name))
        .filter((server) => !isApproved(server, entries, vaultFolder))
        .map((server) => toUnapproved(server, entries, vaultFolder));
    },
    async write(data, approved) {
      const { text, entries } = await read();
      const servers = data.servers.filter(
        (server) => approved.includes(server.name) || isApproved(server, entries, vaultFolder),
      );
      const after = `${JSON.stringify(toFile(data, servers, vaultFolder), undefined, 2)}\n`;
      if (after === text) return;
      // A yard that follows the file would go on as before with one that is wrong.
      parseAsFile(file, after);
      makeFolder(dirname(file));
      await replaceTextFile({ file, before: text, after });
    },
  };
}

function toFile(data: PluginData, servers: readonly StoredServer[], vaultFolder: string): ConfigurationFile {
  const { bindings, timeoutMs, concurrentLimit, sessionLimit } = data;
  return {
    mcpServers: Object.fromEntries(
      servers.map((server) => [server.name, { ...toEntry(server, vaultFolder), enabled: server.enabled }]),
    ),
    toolyard: { timeoutMs, concurrentLimit, sessionLimit, bindings },
  };
}

/** Programs start in the vault, and when they are first needed, unless the definition says otherwise. */
function toEntry({ definition }: StoredServer, vaultFolder: string): ServerEntry {
  return { start: 'lazy', ...('command' in definition && { cwd: vaultFolder }), ...definition };
}

function isApproved(server: StoredServer, entries: JsonObject, vaultFolder: string): boolean {
  const before = withoutSwitch(entries[server.name]);
  return before !== undefined && toCanonicalJson(before) === toCanonicalJson(toEntry(server, vaultFolder));
}

function toUnapproved(server: StoredServer, entries: JsonObject, vaultFolder: string): UnapprovedServer {
  const before = withoutSwitch(entries[server.name]);
  return { name: server.name, entry: toEntry(server, vaultFolder), ...(before !== undefined && { before }) };
}

function withoutSwitch(entry: unknown): JsonObject | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { enabled: _enabled, ...definition } = entry;
  return definition;
}
