import { parseConfiguration } from '@toolyard/core';
import type { Surroundings } from '@toolyard/host';
import { createVariableSource } from '@toolyard/node';

/** The environment variables that entries of a file need and that are not set here, by key; inputs are asked for later. */
export function findUnset(
  entries: Readonly<Record<string, unknown>>,
  folder: string,
  { env, homeDir, platform }: Surroundings,
): ReadonlyMap<string, readonly string[]> {
  const variables = createVariableSource({
    env,
    homeDir,
    platform,
    workspaceFolder: folder,
    answers: new Map(),
    keepsInputs: true,
  });
  const { configuration } = parseConfiguration(JSON.stringify({ mcpServers: entries }), { folder, variables });
  const lacking = (configuration?.servers ?? []).flatMap(({ key, missing }) =>
    missing === undefined ? [] : [[key, missing] as const],
  );
  return new Map(lacking);
}
