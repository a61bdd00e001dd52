import { ACCESS_VARIABLES } from '@toolyard/models';
import type { Host } from '../ports/host.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';

/** The keys and base URLs of providers that the environment does not have, from the host's own place for secrets. */
export async function addKeptAccess({
  surroundings,
  secrets,
}: Pick<Host, 'surroundings' | 'secrets'>): Promise<Surroundings> {
  const missing = ACCESS_VARIABLES.filter((name) => (surroundings.env[name] ?? '') === '');
  // Where the place cannot be used, the message about the missing key says what else to do.
  const found = missing.map(async (name) => [name, await secrets?.read(name).catch(() => undefined)] as const);
  return { ...surroundings, env: { ...surroundings.env, ...Object.fromEntries(await Promise.all(found)) } };
}
