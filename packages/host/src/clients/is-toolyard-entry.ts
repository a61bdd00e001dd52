import type { ServerDefinition } from '@toolyard/core';

const PROGRAM = /(^|[\\/])toolyard(\.js|\.cmd)?$/;

/** Whether a server is a Toolyard, which must not be among its own servers. */
export function isToolyardEntry(definition: ServerDefinition | undefined): boolean {
  if (definition?.kind !== 'command') return false;
  const words = [definition.command, ...definition.args];
  return words.includes('serve') && words.some((word) => PROGRAM.test(word));
}
