import type { ServerStatus } from '@toolyard/core';
import type { ServerHealth } from '../settings/plugin-data.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { PluginYard } from './create-plugin-yard.ts';

/**
 * Stores how servers of the vault fare on this device, whenever one connects, fails or is given up; a ping changes none of it, and neither does
 * what another device stores. The returned function ends that.
 */
export function keepHealth(
  settings: Pick<SettingsStore, 'data' | 'readOnly' | 'change'>,
  yard: Pick<PluginYard, 'on' | 'opened'>,
  isOfVault: () => boolean,
): () => void {
  const stored = new Map<string, string>();
  return yard.on(() => {
    if (!isOfVault() || settings.readOnly !== undefined) return;
    const fresh = settings.data.servers.flatMap(({ name }) => {
      const health = toHealth(yard.opened?.yard.server(name));
      return health === undefined || stored.get(name) === JSON.stringify(health) ? [] : [{ name, health }];
    });
    if (fresh.length === 0) return;
    for (const { name, health } of fresh) stored.set(name, JSON.stringify(health));
    const change = settings.change(({ servers }) => ({
      servers: servers.map((server) => {
        const health = fresh.find(({ name }) => name === server.name)?.health;
        return health === undefined ? server : { ...server, health: { ...server.health, ...health } };
      }),
    }));
    // Nobody waits for it; the next change of the server is stored again.
    change.catch(() => undefined);
  });
}

/** What is worth being stored; `undefined` in between. */
function toHealth(status: ServerStatus | undefined): ServerHealth | undefined {
  switch (status?.state) {
    case 'running':
    case 'retrying':
    case 'needs-login':
    case 'failed':
    case 'auto-disabled': {
      const { lastConnectedAt, failures, state } = status;
      return {
        ...(lastConnectedAt !== undefined && { lastConnectedAt: Date.parse(lastConnectedAt) }),
        failureCount: failures,
        autoDisabled: state === 'auto-disabled',
      };
    }
    default:
      return undefined;
  }
}
