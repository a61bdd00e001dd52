import { isJsonObject, type JsonObject } from '@toolyard/core';

/** What a stored server has besides its definition. `trust` is never taken from a vault, which others may have filled. */
const NO_DEFINITION: ReadonlySet<string> = new Set([
  'id',
  'name',
  'enabled',
  'lastConnectedAt',
  'failureCount',
  'autoDisabled',
  'sectionBindings',
  'trust',
]);

/** The members of the form that settings had before: a transport, and one object for Docker or for an address. */
const FORMER: ReadonlySet<string> = new Set(['transport', 'deploymentType', 'dockerConfig', 'sseConfig']);

/** The fields of a configuration entry that a stored server has, whichever form it is stored in. */
export function readStoredDefinition(stored: JsonObject): JsonObject {
  const { dockerConfig, sseConfig, transport } = stored;
  const definition = Object.fromEntries(
    Object.entries(stored).filter(([field]) => !NO_DEFINITION.has(field) && !FORMER.has(field)),
  );
  const url = isJsonObject(sseConfig) ? sseConfig['url'] : undefined;
  return {
    ...definition,
    // There its name stands where a configuration has the name of what is built in.
    ...(definition['type'] === 'builtin' && { name: 'tasks' }),
    ...(isJsonObject(dockerConfig) && { docker: dockerConfig }),
    ...(url !== undefined && { url, ...(transport === 'sse' && { type: 'sse' }) }),
  };
}

/** Whether a stored server has the form that settings had before. */
export function isFormerForm(stored: JsonObject): boolean {
  return Object.keys(stored).some((field) => FORMER.has(field));
}
