import { TASKS_EXTENSION } from '@toolyard/core';

/** Of a client that has not said what it can be asked; one object, since servers remember what they know of each. */
export const NO_CAPABILITIES: Readonly<Record<string, unknown>> = Object.freeze({});

/**
 * What servers are told that a client can do. Tasks that the client would make are not passed on; the extension is for
 * stateless clients alone, since a server that made a task of a call of another would give a result that it could never
 * ask for.
 */
export function toPassedOn(
  capabilities: Readonly<Record<string, unknown>>,
  isStateless: boolean,
): Readonly<Record<string, unknown>> {
  const { tasks: _tasks, extensions, ...others } = capabilities;
  const given = Object.entries({ ...Object(extensions) });
  const kept = isStateless ? given : given.filter(([name]) => name !== TASKS_EXTENSION);
  return kept.length === 0 ? others : { ...others, extensions: Object.fromEntries(kept) };
}
