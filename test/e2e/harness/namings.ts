/** How `key` and `tool` look to clients, where no two servers have the same tool. */
export interface Naming {
  readonly naming: string;
  expose(key: string, tool: string): string;
}

/** The naming that is used where none is configured. */
export const SAFE: Naming = { naming: 'safe', expose: (key, tool) => `${key}__${tool}` };

/** All others. */
export const OTHER_NAMINGS: readonly Naming[] = [
  { naming: 'none', expose: (_key, tool) => tool },
  { naming: 'colon', expose: (key, tool) => `${key}:${tool}` },
  { naming: 'dot', expose: (key, tool) => `${key}.${tool}` },
];
