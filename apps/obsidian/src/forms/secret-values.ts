import type { SecretName } from '../yard/plugin-servers.ts';

const REFERENCE = /^\$\{input:([^{}]+)\}$/;

/** What a definition has in place of a secret. */
export function toInputReference(id: string): string {
  return `\${input:${id}}`;
}

/** The name of the secret that a value stands for; `undefined` where it is a value itself. */
export function readInputId(value: unknown): string | undefined {
  return typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
}

/** The ids that new secrets of a server cannot have, since others use them; `server` is its name where it is there already. */
export function findTakenIds(secrets: readonly SecretName[], server?: string): readonly string[] {
  return secrets.filter(({ servers }) => servers.some((name) => name !== server)).map(({ id }) => id);
}
