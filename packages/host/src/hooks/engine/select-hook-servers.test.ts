import { createConfiguration, exampleHook, exampleTask } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { selectHookServers } from './select-hook-servers.ts';

const configuration = createConfiguration({ chat: {}, files: {}, web: { start: 'lazy' } });

const hooks = [
  exampleHook(),
  exampleHook({ action: { type: 'custom', parameters: { command: 'files', args: [], timeout: 1000 } } }),
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

it('starts every server that a task may use', () => {
  const task = exampleHook({ action: exampleTask({ tools: ['files:read', 'nobody:x'], servers: ['web'] }) });
  const { servers } = selectHookServers([task], 'left out')(configuration);
  expect(servers.map(({ key, start }) => [key, start])).toEqual([
    ['files', 'eager'],
    ['web', 'eager'],
  ]);
});
