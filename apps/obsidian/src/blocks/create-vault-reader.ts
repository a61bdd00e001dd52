import { createBlockReader, type BlockReader } from '@toolyard/documents';
import { isBlockLanguage } from '@toolyard/host';
import type { KnownServers } from '../settings/plugin-data.ts';

/** Reads notes by the servers of the vault; a fence in the language of other code blocks is no tool block. */
export function createVaultReader(data: () => KnownServers): BlockReader {
  return createBlockReader(() => {
    const { servers, bindings } = data();
    return {
      servers: servers.map(({ name, enabled }) => ({ key: name, enabled })),
      bindings,
      languages: servers.map(({ name }) => name).filter(isBlockLanguage),
    };
  });
}
