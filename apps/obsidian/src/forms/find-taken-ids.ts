import type { SecretName } from '../yard/plugin-servers.ts';

/** The ids that new secrets of a server cannot have, since others use them; `server` is its name where it is there already. */
export function findTakenIds(secrets: readonly SecretName[], server?: string): readonly string[] {
  return secrets.filter(({ servers }) => servers.some((name) => name !== server)).map(({ id }) => id);
}
