import type { ServerState } from '@toolyard/core';
import type { ServerHealth, StoredServer } from '../settings/plugin-data.ts';
import { isApproved } from './device-configuration.ts';
import { findStored, requireVault, type PluginParts } from './plugin-parts.ts';

/** How a server stands that was never connected, or that somebody wants to be tried again. */
export const NEW_HEALTH: Pick<ServerHealth, 'failureCount' | 'autoDisabled'> = { failureCount: 0, autoDisabled: false };

const ON: ReadonlySet<ServerState> = new Set<ServerState>(['idle', 'starting', 'running']);

/** Changes one server of the vault; throws `server-not-found`. Where it was approved it stays approved, since a person does this here. */
export async function editServer(
  parts: PluginParts,
  name: string,
  change: (server: StoredServer) => StoredServer,
): Promise<void> {
  const { app, settings, device, vault } = parts;
  requireVault(parts);
  const approved: StoredServer[] = [];
  await vault.atOnce(async () => {
    await settings.change((data) => {
      const stored = findStored({ settings: { data } }, name);
      const edited = change(stored);
      // Asked of what the file has at this moment: it may have been changed from outside, and nobody has seen that yet.
      if (isApproved(stored, { record: device.record, vaultFolder: app.vaultFolder })) approved.push(edited);
      return { servers: data.servers.map((server) => (server === stored ? edited : server)) };
    });
    await vault.approve(approved, { keepsTrust: true });
  });
}

/**
 * Ends servers in an open yard before they start again as something else; the next writing of the file brings them back. A yard takes its file
 * over after a moment, and until then nobody could tell which of both runs.
 */
export async function endInYard(
  { vault, yard }: Pick<PluginParts, 'vault' | 'yard'>,
  names: readonly string[],
): Promise<void> {
  const there = names.filter((name) => yard.opened?.yard.server(name) !== undefined);
  if (there.length === 0) return;
  await vault.write(there);
  await yard.until((used) => there.every((name) => used.yard.server(name) === undefined));
}

/** Lets an open yard try a server again that it has given up, or that was switched off there; other yards start it when it is used. */
export async function enableInYard({ yard }: Pick<PluginParts, 'yard'>, name: string): Promise<void> {
  await yard.until((used) => used.yard.server(name) !== undefined);
  const state = yard.opened?.yard.server(name)?.state;
  if (state !== undefined && !ON.has(state)) await yard.opened?.yard.enable(name);
}
