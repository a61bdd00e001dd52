import { toCanonicalJson, ToolyardError } from '@toolyard/core';
import { isApproved } from './device-configuration.ts';
import { requireVault, type PluginParts } from './plugin-parts.ts';
import type { PluginServers } from './plugin-servers.ts';

/** What people decide on this device about the servers of the vault. */
export type ServerApprovals = Pick<
  PluginServers,
  'findUnapproved' | 'askApproval' | 'listApprovals' | 'revoke' | 'setTrust'
>;

/** Creates what shows and changes approvals. */
export function createServerApprovals(parts: PluginParts): ServerApprovals {
  const { app, settings, device, vault } = parts;
  return {
    findUnapproved: async () => vault.findUnapproved(),
    async askApproval(name) {
      requireVault(parts);
      try {
        await vault.prepare([name]);
        return true;
      } catch (error) {
        if (ToolyardError.is(error) && error.code === 'config-not-approved') return false;
        throw error;
      }
    },
    async listApprovals() {
      const { record } = device;
      return Object.entries(record.approved).map(([name, { entry }]) => {
        const stored = settings.data.servers.find((server) => server.name === name);
        const isCurrent = stored !== undefined && isApproved(stored, { record, vaultFolder: app.vaultFolder });
        return { name, entry, isCurrent };
      });
    },
    revoke: (name) =>
      vault.decide(({ approved, ...others }) => {
        const { [name]: _revoked, ...rest } = approved;
        return { ...others, approved: rest };
      }),
    async setTrust(name, isTrusted) {
      requireVault(parts);
      const approved = device.record.approved[name];
      if (approved === undefined) {
        const message = `Server "${name}" was not approved on this device, so it cannot be trusted. Approve it first.`;
        throw new ToolyardError('config-not-approved', message);
      }
      await vault.decide((record) => {
        // Not to another definition, which was approved meanwhile.
        const { [name]: now } = record.approved;
        if (now === undefined || toCanonicalJson(now.entry) !== toCanonicalJson(approved.entry)) return record;
        return { ...record, approved: { ...record.approved, [name]: { ...now, trust: isTrusted } } };
      });
    },
  };
}
