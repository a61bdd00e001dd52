/** The variables that say where Toolyard keeps its files, in the order of `resolvePlaces`. */
const NAMES = ['TOOLYARD_STATE_DIR', 'TOOLYARD_DATA_DIR', 'XDG_STATE_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME'];

/** Those of these variables that are set, for a process that is to find the same files as this one; an empty one counts as not set. */
export function placeVariablesIn(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
