import { hidesSecret, isJsonObject, type JsonObject } from '@toolyard/core';

/** What data.json has in place of a secret, and the name that it stands for. */
export interface InputReference {
  readonly id: string;
  readonly reference: string;
}

const REFERENCE = /^\$\{input:([^{}]+)\}$/;

/** How a definition names a secret; ids have the form that Obsidian's secret storage asks for. */
export function toInputReference(name: string): InputReference {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return { id: id || 'secret', reference: `\${input:${id || 'secret'}}` };
}

/** The name of the secret that a value stands for; `undefined` where it is a value itself. */
export function readInputId(value: unknown): string | undefined {
  return typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
}

/** A definition without the secrets that stand in it as plain text, and these by the names that it has for them now. */
export function takeOutSecrets(
  server: string,
  definition: JsonObject,
): { readonly definition: JsonObject; readonly secrets: Readonly<Record<string, string>> } {
  const secrets: Record<string, string> = {};
  const takeOut = (values: unknown): unknown => {
    if (!isJsonObject(values)) return values;
    const entries = Object.entries(values).map(([name, value]) => {
      // One that names a variable is looked up, and is no secret itself.
      if (typeof value !== 'string' || value.includes('${') || !hidesSecret(value, name)) return [name, value];
      const { id, reference } = toInputReference(`${server}-${name}`);
      secrets[id] = value;
      return [name, reference];
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
