import { DEFAULT_SETTINGS, type CommandServer, type Configuration, type Settings } from '@toolyard/core';

/** A configuration of command servers with the given keys, everything else as the defaults are. */
export function createConfiguration(
  servers: Readonly<Record<string, Partial<CommandServer>>>,
  settings: Partial<Settings> = {},
): Configuration {
  return {
    servers: Object.entries(servers).map(([key, given]) => ({ ...DEFAULTS, key, ...given })),
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
}

const DEFAULTS: Omit<CommandServer, 'key'> = {
  kind: 'command',
  command: 'fake',
  args: [],
  env: {},
  cwd: '/',
  enabled: true,
  tools: { exclude: [], rename: {} },
  trust: false,
  start: 'eager',
  sharing: 'shared',
  // What a fake is asked first is for tests of their own.
  era: 'legacy',
};
