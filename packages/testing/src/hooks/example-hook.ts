import type { Hook, KnownHook, ParameterMapping } from '@toolyard/hooks';

/** A hook of a workspace for tests that calls `chat:post`, with what a test is about put over it. */
export function exampleHook(change: Partial<Hook> = {}, source: KnownHook['source'] = 'workspace'): KnownHook {
  const hook: Hook = {
    id: 'announce',
    enabled: true,
    trigger: { event: 'file.saved' },
    action: exampleCall([]),
    policy: 'queue',
    debounceMs: 1000,
    ...change,
  };
  return { hook, source, file: `/${source}/hooks.json` };
}

/** A call of `chat:post` with these mappings. */
export function exampleCall(parameterMappings: readonly ParameterMapping[]): Hook['action'] {
  return { type: 'mcp', parameters: { serverId: 'chat', toolName: 'post', parameterMappings, timeout: 30_000 } };
}
