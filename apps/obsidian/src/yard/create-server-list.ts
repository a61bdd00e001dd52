import type { StoredServer } from '../settings/plugin-data.ts';
import type { PluginParts } from './plugin-parts.ts';
import type { PluginServers, ServerBlock } from './plugin-servers.ts';
import type { ServerViews, ViewedServer } from './server-views.ts';

/** Lists servers as they are shown, those of the vault or of the file that is used instead. */
export function createServerList(parts: PluginParts, { toView }: Pick<ServerViews, 'toView'>): PluginServers['list'] {
  const { settings, device, vault, known } = parts;

  function toViewed(server: StoredServer, unapproved: ReadonlyMap<string, ServerBlock>): ViewedServer {
    const { name, enabled } = server;
    const missingSecrets = vault.findMissing(server);
    const block = unapproved.get(name) ?? (missingSecrets.length > 0 ? 'needs-secret' : undefined);
    const isTrusted = device.record.approved[name]?.trust === true;
    return { name, enabled, stored: server, missingSecrets, isTrusted, ...(block !== undefined && { block }) };
  }

  return () => {
    if (known.namedFile !== undefined) {
      const { servers } = known.current();
      return servers.map((server) => toView({ ...server, missingSecrets: [], isTrusted: false }));
    }
    const unapproved = new Map(
      vault
        .findUnapproved()
        .map(({ name, before }) => [name, before === undefined ? 'not-approved' : 'changed'] as const),
    );
    return settings.data.servers.map((server) => toView(toViewed(server, unapproved)));
  };
}
