import type { Hook, KnownHook } from '@toolyard/hooks';
import { createConfiguration } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { selectHookServers } from './select-hook-servers.ts';

const configuration = createConfiguration({ chat: {}, files: {}, web: { start: 'lazy' } });

function known(action: Hook['action']): KnownHook {
  const hook: Hook = {
    id: 'a',
    enabled: true,
    trigger: { event: 'manual' },
    action,
    policy: 'queue',
    debounceMs: 1000,
  };
  return { hook, source: 'user', file: 'hooks.json' };
}

const hooks = [
  known({ type: 'mcp', parameters: { serverId: 'chat', toolName: 'x', parameterMappings: [], timeout: 1000 } }),
  known({ type: 'custom', parameters: { command: 'files', args: [], timeout: 1000 } }),
];
const startsOf = (others: 'left out' | 'in reach'): readonly (readonly string[])[] =>
  selectHookServers(hooks, others)(configuration).servers.map(({ key, start }) => [key, start]);

it('starts the servers of hooks, and leaves the others out or in reach', () => {
  expect(startsOf('left out')).toEqual([['chat', 'eager']]);
  expect(startsOf('in reach')).toEqual([
    ['chat', 'eager'],
    ['files', 'lazy'],
    ['web', 'lazy'],
  ]);
});
