import type { Hook, KnownHook, NewEvent, ParameterMapping, Trigger } from '@toolyard/hooks';

/** A hook that posts to `chat` when a file is saved, with what a test is about put over it. */
export function createHook(id: string, changes: Partial<Hook> = {}): Hook {
  return {
    id,
    enabled: true,
    trigger: { event: 'file.saved' },
    action: exampleCall([]),
    policy: 'queue',
    debounceMs: 1000,
    ...changes,
  };
}

/** The same as a file of hooks has it. */
export function exampleHook(changes: Partial<Hook> = {}, source: KnownHook['source'] = 'workspace'): KnownHook {
  return { hook: createHook('announce', changes), source, file: `/${source}/hooks.json` };
}

/** A call of `chat:post` with these mappings. */
export function exampleCall(mappings: readonly ParameterMapping[]): Hook['action'] {
  return toCall('chat', 'post', mappings);
}

/** A task for a model, with these parameters besides its prompt. */
export function exampleTask(parameters: Readonly<Record<string, unknown>> = {}): Hook['action'] {
  return { type: 'agent', parameters: { prompt: 'Look at {path}.', ...parameters, operation: 'ask', timeout: 30_000 } };
}

/** An action that calls a tool with the values of mappings as they are in the context. */
export function callOf(server: string, tool: string, ...names: string[]): Hook['action'] {
  return toCall(
    server,
    tool,
    names.map((name) => ({ toolParam: name, source: 'context', value: name })),
  );
}

/** A file that was saved. */
export function createSaved(path: string, changes: Partial<NewEvent> = {}): NewEvent {
  return { name: 'file.saved', values: { path }, ...changes };
}

/** A trigger for ends of hooks. */
export function afterHook(hook: string): Trigger {
  return { event: 'hook.ended', if: { hook } };
}

function toCall(serverId: string, toolName: string, parameterMappings: readonly ParameterMapping[]): Hook['action'] {
  return { type: 'mcp', parameters: { serverId, toolName, parameterMappings, timeout: 30_000 } };
}
