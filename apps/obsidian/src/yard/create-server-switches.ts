import { createSecretId } from '@toolyard/host';
import { editServer, enableInYard, NEW_HEALTH } from './edit-server.ts';
import { findToken, withToken } from './log-in.ts';
import { findStored, type PluginParts } from './plugin-parts.ts';
import type { PluginServers } from './plugin-servers.ts';
import { switchTool } from './switch-tool.ts';

/** What makes servers that are there usable, or not. */
export type ServerSwitches = Pick<PluginServers, 'switchServer' | 'switchTool' | 'retry' | 'logIn' | 'logOut'>;

/** Creates the switches of servers and tools; tokens are kept as secrets. */
export function createServerSwitches(
  parts: PluginParts,
  { setSecret, listSecrets }: Pick<PluginServers, 'setSecret' | 'listSecrets'>,
): ServerSwitches {
  const { vault, yard, known } = parts;

  async function switchNamed(name: string, isOn: boolean): Promise<void> {
    const { yard: used } = await yard.open([]);
    await (isOn ? used.enable(name) : used.disable(name));
  }

  return {
    async switchServer(name, isOn) {
      if (known.namedFile !== undefined) return switchNamed(name, isOn);
      if (isOn) await vault.prepare([name]);
      await editServer(parts, name, (server) => ({
        ...server,
        enabled: isOn,
        health: { ...server.health, ...(isOn && NEW_HEALTH) },
      }));
      if (isOn) await enableInYard(parts, name);
      else await yard.until((used) => [undefined, 'disabled'].includes(used.yard.server(name)?.state));
    },
    switchTool: (name, tool, isOn) =>
      editServer(parts, name, (server) => ({ ...server, definition: switchTool(server.definition, tool, isOn) })),
    async retry(name) {
      if (known.namedFile === undefined) {
        await vault.prepare([name]);
        await editServer(parts, name, (server) => ({ ...server, health: { ...server.health, ...NEW_HEALTH } }));
      }
      await enableInYard(parts, name);
    },
    async logIn(name, token) {
      const taken = listSecrets().map((secret) => secret.id);
      const id = findToken(findStored(parts, name).definition) ?? createSecretId(name, 'token', taken);
      await editServer(parts, name, (server) => ({ ...server, definition: withToken(server.definition, id) }));
      await setSecret(id, token);
      await vault.prepare([name]);
      // One that is off stays off until its test or its switch.
      if (findStored(parts, name).enabled) await enableInYard(parts, name);
    },
    async logOut(name) {
      const id = findToken(findStored(parts, name).definition);
      if (id !== undefined) await setSecret(id, '');
    },
  };
}
