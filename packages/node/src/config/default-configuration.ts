import { type Configuration, DEFAULT_SETTINGS } from '@toolyard/core';

/** The configuration where there is no file: the tasks that come along, alone. */
export const DEFAULT_CONFIGURATION: Configuration = {
  servers: [
    {
      kind: 'builtin',
      name: 'tasks',
      key: 'tasks',
      enabled: true,
      tools: { exclude: [], rename: {} },
      trust: false,
      start: 'eager',
      sharing: 'shared',
      era: 'auto',
    },
  ],
  settings: DEFAULT_SETTINGS,
};
