import { randomUUID } from 'node:crypto';
import { toCanonicalJson, ToolyardError, type JsonObject } from '@toolyard/core';
import { isApproved } from './device-configuration.ts';
import type { DeviceRecord } from './device-store.ts';
import { editServer, endInYard, NEW_HEALTH } from './edit-server.ts';
import { findStored, requireVault, type PluginParts } from './plugin-parts.ts';
import type { PluginServers } from './plugin-servers.ts';

/** What changes which servers the vault has. */
export type ServerEdits = Pick<PluginServers, 'add' | 'replace' | 'remove' | 'bindToNote'>;

/** Creates what changes servers. */
export function createServerEdits(parts: PluginParts): ServerEdits {
  const { app, settings, device, vault } = parts;

  return {
    async add(draft) {
      requireVault(parts);
      const { name, definition } = draft;
      const server = { name, definition, enabled: false, health: NEW_HEALTH, sectionBindings: [] };
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({ servers: [...servers, { id: randomUUID(), ...server }] }));
        await vault.approve([draft], { keepsTrust: false });
      });
    },
    async replace(former, draft) {
      requireVault(parts);
      const { name } = former;
      const { name: next, definition } = draft;
      let wasApproved = false;
      if (!isSame(former.definition, definition)) await endInYard(parts, [name]);
      await vault.atOnce(async () => {
        await settings.change((data) => {
          const stored = findStored({ settings: { data } }, name);
          if (!isSame(stored.definition, former.definition)) throw toChangedOutside(name);
          // Asked of what the file has at this moment: a form does not show all of a definition that came from outside.
          wasApproved = isApproved(stored, { record: device.record, vaultFolder: app.vaultFolder });
          const edited = { ...stored, name: next, definition };
          return { servers: data.servers.map((server) => (server === stored ? edited : server)) };
        });
        if (name !== next) await vault.decide((record) => moveApproval(record, name, next));
        if (wasApproved) await vault.approve([draft], { keepsTrust: true });
      });
    },
    async remove(name) {
      requireVault(parts);
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({ servers: servers.filter((server) => server.name !== name) }));
        await vault.decide((record) => moveApproval(record, name));
      });
    },
    bindToNote: ({ server: name, index, binding }, path) =>
      editServer(parts, name, (server) => {
        const now = server.sectionBindings[index];
        if (now === undefined || !isSame(now, binding)) throw toMovedBinding(name);
        // A path without a folder would be the name of notes in all folders.
        const bound = { ...binding, document: `./${path.replaceAll(/[{}]/g, '?')}` };
        return { ...server, sectionBindings: server.sectionBindings.with(index, bound) };
      }),
  };
}

function isSame(left: JsonObject, right: JsonObject): boolean {
  return toCanonicalJson(left) === toCanonicalJson(right);
}

function toChangedOutside(name: string): ToolyardError {
  const message = `Server "${name}" was changed from outside while you edited it, so nothing was saved. Close this form and open it again.`;
  return new ToolyardError('config-invalid', message);
}

function toMovedBinding(name: string): ToolyardError {
  const message = `The bindings of server "${name}" were changed from outside meanwhile, so nothing was saved. Try again.`;
  return new ToolyardError('config-invalid', message);
}

/** What was decided, with the approval of one server under another name, or without it. */
function moveApproval({ approved, ...others }: DeviceRecord, from: string, to?: string): DeviceRecord {
  const { [from]: moved, ...rest } = approved;
  return { ...others, approved: { ...rest, ...(to !== undefined && moved !== undefined && { [to]: moved }) } };
}
