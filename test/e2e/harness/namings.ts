/** How `key` and `tool` look under each naming, where no two servers have the same tool. */
export const NAMINGS: readonly { readonly naming: string; expose(key: string, tool: string): string }[] = [
  { naming: 'none', expose: (_key, tool) => tool },
  { naming: 'safe', expose: (key, tool) => `${key}__${tool}` },
  { naming: 'colon', expose: (key, tool) => `${key}:${tool}` },
  { naming: 'dot', expose: (key, tool) => `${key}.${tool}` },
];
