import { isJsonObject, type JsonObject } from '@toolyard/core';

const TOKEN = /^Bearer \$\{input:([^}]+)\}$/;

/** The secret that a server at an address is logged in with; `undefined` where it has none. */
export function findToken({ headers }: JsonObject): string | undefined {
  const [, value] = Object.entries(isJsonObject(headers) ? headers : {}).find(isAuthorization) ?? [];
  return typeof value === 'string' ? TOKEN.exec(value)?.[1] : undefined;
}

/** The same definition, which sends a secret as its token. */
export function withToken(definition: JsonObject, id: string): JsonObject {
  const { headers } = definition;
  const others = Object.entries(isJsonObject(headers) ? headers : {}).filter((header) => !isAuthorization(header));
  return { ...definition, headers: { ...Object.fromEntries(others), Authorization: `Bearer \${input:${id}}` } };
}

function isAuthorization([name]: readonly [string, unknown]): boolean {
  return name.toLowerCase() === 'authorization';
}
