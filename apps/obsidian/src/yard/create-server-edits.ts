import { randomUUID } from 'node:crypto';
import { toCanonicalJson } from '@toolyard/core';
import { isApproved } from './device-configuration.ts';
import type { DeviceRecord } from './device-store.ts';
import { editServer, NEW_HEALTH } from './edit-server.ts';
import { findStored, requireVault, type PluginParts } from './plugin-parts.ts';
import type { PluginServers, ServerDraft } from './plugin-servers.ts';

/** What changes which servers the vault has. */
export type ServerEdits = Pick<PluginServers, 'add' | 'replace' | 'remove' | 'bindToNote'>;

/** Creates what changes servers; `isTested` says whether a draft was tested with success before it is added. */
export function createServerEdits(parts: PluginParts, isTested: (draft: ServerDraft) => boolean): ServerEdits {
  const { host, app, settings, device, vault, yard } = parts;

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
      const server = { name, definition, enabled: isTested(draft), health: NEW_HEALTH, sectionBindings: [] };
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({ servers: [...servers, { id: randomUUID(), ...server }] }));
        await vault.approve([draft], { keepsTrust: false });
      });
    },
    async replace(name, draft) {
      requireVault(parts);
      const { definition: former } = findStored(parts, name);
      const { name: next, definition } = draft;
      const editedAt = host.clock.now();
      let wasApproved = false;
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({
          servers: servers.map((server) => {
            if (server.name !== name) return server;
            // Asked of what the file has at this moment: a form does not show all of a definition that came from outside.
            wasApproved = isApproved(server, { record: device.record, vaultFolder: app.vaultFolder });
            return { ...server, name: next, definition };
          }),
        }));
        if (name !== next) await vault.decide((record) => moveApproval(record, name, next));
        if (wasApproved) await vault.approve([draft], { keepsTrust: true });
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
