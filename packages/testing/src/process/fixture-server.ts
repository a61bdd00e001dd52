import { fileURLToPath } from 'node:url';
import type { CommandServer } from '@toolyard/core';

/** The full path of a fixture server, e.g. `echo.mjs`. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
}

/** A server that runs a fixture with this Node; its key is the fixture's name. */
export function createFixtureServer(name: string, changes: Partial<CommandServer> = {}): CommandServer {
  const { args = [], ...rest } = changes;
  return {
    kind: 'command',
    key: name,
    command: process.execPath,
    args: [fixturePath(`${name}.mjs`), ...args],
    env: {},
    cwd: process.cwd(),
    enabled: true,
    tools: { exclude: [], rename: {} },
    trust: false,
    start: 'eager',
    sharing: 'shared',
    era: 'legacy',
    ...rest,
  };
}
