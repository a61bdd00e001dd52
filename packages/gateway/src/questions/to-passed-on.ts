const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/**
 * What servers are told that a client can do. Tasks are not passed on, neither those of the client nor the extension: a server
 * that made one of a call would give a result that the client could never ask for.
 */
export function toPassedOn(capabilities: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { tasks: _tasks, extensions, ...others } = capabilities;
  const kept = Object.entries({ ...Object(extensions) }).filter(([name]) => name !== TASKS_EXTENSION);
  return kept.length === 0 ? others : { ...others, extensions: Object.fromEntries(kept) };
}
