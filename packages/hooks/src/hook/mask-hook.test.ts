import { expect, it } from 'vitest';
import type { Hook } from './hook.ts';
import { maskHook } from './mask-hook.ts';

it('masks the words and variables of an agent, and leaves its prompt', () => {
  const parameters = {
    operation: 'command' as const,
    command: 'agent',
    args: ['-p', 'Look at {path}', '--token', 'geheim1'],
    env: { API_TOKEN: 'geheim2', LANG: 'C' },
    envFrom: ['API_TOKEN'],
    timeout: 1000,
  };
  const action: Hook['action'] = { type: 'agent', parameters };
  const hook: Hook = {
    id: 'a',
    enabled: true,
    trigger: { event: 'manual' },
    action,
    policy: 'queue',
    debounceMs: 1000,
  };
  expect(maskHook(hook).action.parameters).toEqual({
    ...parameters,
    args: ['-p', 'Look at {path}', '--token', '***'],
    env: { API_TOKEN: '***', LANG: 'C' },
  });
});
