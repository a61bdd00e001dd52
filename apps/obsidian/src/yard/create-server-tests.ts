import { ToolyardError, toMessage } from '@toolyard/core';
import { makeFolder } from '@toolyard/node';
import { checkServer } from '../settings/check-change.ts';
import { findStored, type PluginParts } from './plugin-parts.ts';
import type { ConnectionTest, PluginServers, ServerDraft } from './plugin-servers.ts';
import { fillInputs, readConnection, testConnection, type ConnectionTestOptions } from './test-connection.ts';
import { isApproved } from './device-configuration.ts';
import { toNotApproved, workFolderOf } from './vault-configuration.ts';
import { toVaultEntry, withWorkFolder } from './to-vault-entry.ts';

const LIMIT_MS = 30_000;

/** What tests connections. */
export type ServerTests = Pick<PluginServers, 'test'>;

/** Creates what tests connections. */
export function createServerTests(parts: PluginParts): ServerTests {
  const { host, app, settings, device, secrets, vault, yard, known } = parts;

  /** A person who tests what is in a form has it before their eyes, so it needs no approval. */
  async function testDraft(draft: ServerDraft, options: ConnectionTestOptions): Promise<ConnectionTest> {
    const problems = checkServer(draft);
    if (problems.length > 0) return { ok: false, reason: problems.join('\n'), lastLines: [] };
    const workFolder = workFolderOf(device);
    makeFolder(workFolder);
    const started = withWorkFolder(toVaultEntry(draft.definition, app.vaultFolder), workFolder);
    const entry = fillInputs(started, (id) => secrets.valueOf(id));
    return testConnection(host, { name: draft.name, entry }, options);
  }

  async function testStored(name: string, options: ConnectionTestOptions): Promise<ConnectionTest> {
    await vault.prepare([name]);
    const stored = findStored(parts, name);
    // It may have been changed from outside right after the question.
    if (!isApproved(stored, { record: device.record, vaultFolder: app.vaultFolder })) throw toNotApproved(name);
    await yard.until((now) => now.yard.server(name) !== undefined);
    const used = yard.opened?.yard;
    // A second container or program may not have a place beside the one that runs.
    const state = used?.server(name)?.state;
    const runs = used !== undefined && (state === 'running' || state === 'starting');
    const result = runs ? await readConnection(host, used, { ...options, name }) : await testDraft(stored, options);
    if (result.ok && stored.health.lastConnectedAt === undefined) await switchOn(name);
    return result;
  }

  async function switchOn(name: string): Promise<void> {
    await settings.change(({ servers }) => ({
      servers: servers.map((server) =>
        server.name === name
          ? { ...server, enabled: true, health: { ...server.health, lastConnectedAt: host.clock.now() } }
          : server,
      ),
    }));
    await yard.until((used) => used.yard.server(name)?.state !== 'disabled');
  }

  async function testNamed(name: string, options: ConnectionTestOptions): Promise<ConnectionTest> {
    const { yard: used } = await yard.open([]);
    await used.enable(name);
    return readConnection(host, used, { ...options, name });
  }

  return {
    async test(server, { limitMs = LIMIT_MS, signal } = {}) {
      const options = { limitMs, signal };
      try {
        if (typeof server !== 'string') return await testDraft(server, options);
        return await (known.namedFile === undefined ? testStored(server, options) : testNamed(server, options));
      } catch (error) {
        if (!ToolyardError.is(error)) throw error;
        return { ok: false, reason: toMessage(error), lastLines: [] };
      }
    },
  };
}
