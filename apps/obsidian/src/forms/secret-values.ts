import { hidesSecret, isJsonObject, type JsonObject } from '@toolyard/core';
import { createSecretId } from '../yard/create-vault-secrets.ts';
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

/** A definition without the secrets that stand in it as plain text, and these by ids that none of `taken` has. */
export function takeOutSecrets(
  server: string,
  definition: JsonObject,
  taken: readonly string[],
): { readonly definition: JsonObject; readonly secrets: Readonly<Record<string, string>> } {
  const secrets: Record<string, string> = {};
  const takeOut = (values: unknown): unknown => {
    if (!isJsonObject(values)) return values;
    const entries = Object.entries(values).map(([name, value]) => {
      // One that names a variable is looked up, and is no secret itself.
      if (typeof value !== 'string' || value.includes('${') || !hidesSecret(value, name)) return [name, value];
      const id = createSecretId(server, name, [...taken, ...Object.keys(secrets)]);
      secrets[id] = value;
      return [name, toInputReference(id)];
    });
    return Object.fromEntries(entries);
  };
  const { env, headers, docker } = definition;
  return {
    definition: {
      ...definition,
      ...(env !== undefined && { env: takeOut(env) }),
      ...(headers !== undefined && { headers: takeOut(headers) }),
      ...(isJsonObject(docker) &&
        docker['env'] !== undefined && { docker: { ...docker, env: takeOut(docker['env']) } }),
    },
    secrets,
  };
}
