import { randomUUID } from 'node:crypto';
import type { ServerState } from '@toolyard/core';
import type { StoredServer } from '../settings/plugin-data.ts';
import { isApproved } from './device-configuration.ts';
import type { DeviceRecord } from './device-store.ts';
import { findToken, withToken } from './log-in.ts';
import { findStored, requireVault, type PluginParts } from './plugin-parts.ts';
import type { PluginServers, ServerDraft } from './plugin-servers.ts';
import { switchTool } from './switch-tool.ts';

/** What changes the servers of the vault. */
export type ServerEdits = Pick<
  PluginServers,
  'add' | 'replace' | 'remove' | 'switchServer' | 'switchTool' | 'retry' | 'logIn' | 'logOut' | 'bindToNote'
>;

const ON: ReadonlySet<ServerState> = new Set<ServerState>(['idle', 'starting', 'running']);
const NEW_HEALTH = { failureCount: 0, autoDisabled: false };

/** Creates what changes servers; `isTested` says whether a draft was tested with success before it is added. */
export function createServerEdits(
  parts: PluginParts,
  { isTested, setSecret }: Pick<PluginServers, 'setSecret'> & { isTested(draft: ServerDraft): boolean },
): ServerEdits {
  const { app, settings, device, vault, yard, known } = parts;

  /** Changes one server. Where it was approved it stays approved, since a person does this here. */
  async function edit(name: string, change: (server: StoredServer) => StoredServer): Promise<void> {
    requireVault(parts);
    const { vaultFolder } = app;
    const wasApproved = isApproved(findStored(parts, name), { record: device.record, vaultFolder });
    await vault.atOnce(async () => {
      await settings.change(({ servers }) => ({
        servers: servers.map((server) => (server.name === name ? change(server) : server)),
      }));
      if (wasApproved) await vault.approve([findStored(parts, name)]);
    });
  }

  /** The yard follows its file; what it has given up, or switched off by itself, is tried again by that alone. */
  async function enableInYard(name: string): Promise<void> {
    await yard.until((used) => used.yard.server(name) !== undefined);
    const state = yard.opened?.yard.server(name)?.state;
    if (state !== undefined && !ON.has(state)) await yard.opened?.yard.enable(name);
  }

  return {
    async add(draft) {
      requireVault(parts);
      const { name, definition } = draft;
      const server = { name, definition, enabled: isTested(draft), health: NEW_HEALTH, sectionBindings: [] };
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({ servers: [...servers, { id: randomUUID(), ...server }] }));
        await vault.approve([draft]);
      });
    },
    async replace(name, draft) {
      requireVault(parts);
      const { name: next, definition } = draft;
      findStored(parts, name);
      await vault.atOnce(async () => {
        await settings.change(({ servers }) => ({
          servers: servers.map((server) => (server.name === name ? { ...server, name: next, definition } : server)),
        }));
        if (name !== next) await vault.decide((record) => moveApproval(record, name, next));
        await vault.approve([draft]);
      });
    },
    async remove(name) {
      requireVault(parts);
      await settings.change(({ servers }) => ({ servers: servers.filter((server) => server.name !== name) }));
      await vault.decide((record) => moveApproval(record, name));
    },
    async switchServer(name, isOn) {
      if (known.namedFile !== undefined) {
        const { yard: used } = await yard.open([]);
        await (isOn ? used.enable(name) : used.disable(name));
        return;
      }
      if (isOn) await vault.prepare([name]);
      await edit(name, (server) => ({
        ...server,
        enabled: isOn,
        health: { ...server.health, ...(isOn && NEW_HEALTH) },
      }));
      if (isOn) await enableInYard(name);
      else await yard.until((used) => [undefined, 'disabled'].includes(used.yard.server(name)?.state));
    },
    switchTool: (name, tool, isOn) =>
      edit(name, (server) => ({ ...server, definition: switchTool(server.definition, tool, isOn) })),
    async retry(name) {
      if (known.namedFile === undefined) {
        await vault.prepare([name]);
        await edit(name, (server) => ({ ...server, health: { ...server.health, ...NEW_HEALTH } }));
      }
      await enableInYard(name);
    },
    async logIn(name, token) {
      const { definition } = findStored(parts, name);
      const id = findToken(definition) ?? `${name}-token`;
      await edit(name, (server) => ({ ...server, definition: withToken(server.definition, id) }));
      await setSecret(id, token);
      await vault.prepare([name]);
      await enableInYard(name);
    },
    async logOut(name) {
      const id = findToken(findStored(parts, name).definition);
      if (id !== undefined) await setSecret(id, '');
    },
    bindToNote: ({ server: name, index }, path) =>
      edit(name, (server) => ({
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
