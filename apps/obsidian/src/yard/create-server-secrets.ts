import { endInYard } from './edit-server.ts';
import { requireVault, type PluginParts } from './plugin-parts.ts';
import type { PluginServers, SecretName } from './plugin-servers.ts';
import { findInputs } from './to-vault-entry.ts';

/** The secrets that definitions of the vault name. */
export type ServerSecrets = Pick<PluginServers, 'listSecrets' | 'setSecret'>;

/** Creates what shows and changes secrets. */
export function createServerSecrets(parts: PluginParts): ServerSecrets {
  const { settings, secrets, vault } = parts;

  function serversWith(id: string): readonly string[] {
    return settings.data.servers
      .filter(({ definition }) => findInputs(definition).includes(id))
      .map(({ name }) => name);
  }

  return {
    listSecrets() {
      const ids = new Set(settings.data.servers.flatMap(({ definition }) => findInputs(definition)));
      return [...ids].map((id): SecretName => {
        return { id, servers: serversWith(id), isSet: secrets.valueOf(id) !== undefined };
      });
    },
    async setSecret(id, value) {
      requireVault(parts);
      const isSame = (secrets.valueOf(id) ?? '') === value;
      secrets.set(id, value);
      // A yard takes the value when it reads the definition.
      if (!isSame) await endInYard(parts, serversWith(id));
      await vault.write();
    },
  };
}
