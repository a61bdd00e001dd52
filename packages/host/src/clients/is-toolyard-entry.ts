import type { ServerDefinition } from '@toolyard/core';

/** Also as a package with a version, as `npx` takes it. */
const PROGRAM = /(^|[\\/])toolyard(@[^\\/]*)?(\.js|\.cmd)?$/;

/** The name of the program that does nothing but serve. */
const SERVING_PROGRAM = /(^|[\\/])mcp-simple-aggregator(@[^\\/]*)?(\.js|\.cmd)?$/;

/** Whether a server is a Toolyard, which must not be among its own servers. */
export function isToolyardEntry(definition: ServerDefinition | undefined): boolean {
  if (definition?.kind !== 'command') return false;
  const words = [definition.command, ...definition.args];
  const isServing = words.includes('serve') && words.some((word) => PROGRAM.test(word));
  return isServing || words.some((word) => SERVING_PROGRAM.test(word));
}
