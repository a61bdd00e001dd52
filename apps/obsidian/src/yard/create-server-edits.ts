import { randomUUID } from 'node:crypto';
import { toCanonicalJson } from '@toolyard/core';
import type { DeviceRecord } from './device-store.ts';
import { editServer, NEW_HEALTH } from './edit-server.ts';
import { findStored, requireVault, type PluginParts } from './plugin-parts.ts';
import type { PluginServers } from './plugin-servers.ts';

/** What changes which servers the vault has. */
export type ServerEdits = Pick<PluginServers, 'add' | 'replace' | 'remove' | 'bindToNote'>;

/** Creates what changes servers. */
export function createServerEdits(parts: PluginParts): ServerEdits {
  const { host, settings, vault, yard } = parts;

  /** Whoever tests or calls a server next means the new one, and not the one that runs for a moment longer. */
  async function untilFollowed(name: string, editedAt: number): Promise<void> {
    await yard.until((used) => {
      const { state, lastAttemptAt = '' } = used.yard.server(name) ?? {};
      return (state !== 'running' && state !== 'starting') || Date.parse(lastAttemptAt) >= editedAt;
    });
  }

  return {
    async add(draft) {
      requireVault(parts);
      const { name, definition } = draft;
      const server = { name, definition, enabled: false, health: NEW_HEALTH, sectionBindings: [] };
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({ servers: [...servers, { id: randomUUID(), ...server }] }));
        await vault.approve([draft]);
      });
    },
    async replace(name, draft) {
      requireVault(parts);
      const { definition: former } = findStored(parts, name);
      const { name: next, definition } = draft;
      const editedAt = host.clock.now();
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({
          servers: servers.map((server) => (server.name === name ? { ...server, name: next, definition } : server)),
        }));
        if (name !== next) await vault.decide((record) => moveApproval(record, name, next));
        await vault.approve([draft]);
      });
      if (toCanonicalJson(former) !== toCanonicalJson(definition)) await untilFollowed(next, editedAt);
    },
    async remove(name) {
      requireVault(parts);
      await settings.change(({ servers }) => ({ servers: servers.filter((server) => server.name !== name) }));
      await vault.decide((record) => moveApproval(record, name));
    },
    bindToNote: ({ server: name, index }, path) =>
      editServer(parts, name, (server) => ({
        ...server,
        sectionBindings: server.sectionBindings.map((binding, place) =>
          // A path without a folder would be the name of notes in all folders.
          place === index ? { ...binding, document: `./${path.replaceAll(/[{}]/g, '?')}` } : binding,
        ),
      })),
  };
}

/** What was decided, with the approval of one server under another name, or without it. */
function moveApproval({ approved, ...others }: DeviceRecord, from: string, to?: string): DeviceRecord {
  const { [from]: moved, ...rest } = approved;
  return { ...others, approved: { ...rest, ...(to !== undefined && moved !== undefined && { [to]: moved }) } };
}
