import type { Host, Surroundings } from '@toolyard/host';

/** The servers that are part of Toolyard. Each is loaded when it starts: the tasks bring a database along. */
export function createBuiltins(surroundings: Surroundings): NonNullable<Host['builtins']> {
  return {
    tasks: async (options) =>
      (await import('../tasks/start-embedded-tasks.ts')).startEmbeddedTasks(surroundings, options),
  };
}
