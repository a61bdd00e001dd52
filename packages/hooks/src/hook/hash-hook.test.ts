import { describe, expect, it } from 'vitest';
import { hashHook } from './hash-hook.ts';
import type { Hook } from './hook.ts';

const HOOK: Hook = {
  id: 'announce',
  enabled: true,
  trigger: { event: 'file.saved', paths: ['specs/**'], if: { branch: 'main' } },
  action: {
    type: 'mcp',
    parameters: {
      serverId: 'chat',
      toolName: 'post',
      parameterMappings: [{ toolParam: 'text', source: 'literal', value: { a: 1, b: [2] } }],
      timeout: 30_000,
    },
  },
  policy: 'queue',
  debounceMs: 1000,
};
const SERVER = { command: 'npx', args: ['chat'], env: { TOKEN: '${TOKEN}' } };
const CUSTOM: Hook['action'] = { type: 'custom', parameters: { command: 'make', args: ['x'], timeout: 30_000 } };
const { parameters } = HOOK.action;

describe('hashHook', () => {
  it('is a SHA-256 in hex, the same for the same hook and server in any order of members', () => {
    const hash = hashHook(HOOK, SERVER);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const turned = Object.fromEntries(Object.entries(structuredClone(HOOK)).toReversed());
    expect(hashHook({ ...HOOK, ...turned }, { env: SERVER.env, args: ['chat'], command: 'npx' })).toBe(hash);
  });

  it.each<Partial<Hook>>([{ name: 'x' }, { description: 'x' }, { group: 'x' }, { enabled: false }])(
    'does not count %j',
    (change) => {
      expect(hashHook({ ...HOOK, ...change }, SERVER)).toBe(hashHook(HOOK, SERVER));
    },
  );

  it.each<Partial<Hook>>([
    { id: 'other' },
    { policy: 'drop' },
    { debounceMs: 2000 },
    { trigger: { event: 'file.saved', paths: ['**'] } },
    { trigger: { event: 'file.saved', paths: ['specs/**'] } },
    { trigger: { ...HOOK.trigger, event: 'file.created' } },
    { trigger: { ...HOOK.trigger, batch: true } },
    { action: CUSTOM },
    { action: { ...CUSTOM, parameters: { ...CUSTOM.parameters, args: ['y'] } } },
  ])('counts %j', (change) => {
    expect(hashHook({ ...HOOK, ...change }, SERVER)).not.toBe(hashHook(HOOK, SERVER));
  });

  it.each([
    { serverId: 'other' },
    { toolName: 'delete' },
    { timeout: 31_000 },
    { parameterMappings: [] },
    { parameterMappings: [{ toolParam: 'text', source: 'template', value: { a: 1, b: [2] } }] },
    { parameterMappings: [{ toolParam: 'text', source: 'literal', value: { a: 1, b: ['2'] } }] },
  ])('counts the parameters %j', (change) => {
    const action = { type: 'mcp', parameters: { ...parameters, ...change } } as Hook['action'];
    expect(hashHook({ ...HOOK, action }, SERVER)).not.toBe(hashHook(HOOK, SERVER));
  });

  it.each([
    undefined,
    null,
    {},
    { ...SERVER, command: './npx' },
    { ...SERVER, args: ['chat', 'x'] },
    { ...SERVER, args: 'chat' },
    { ...SERVER, env: {} },
    { ...SERVER, cwd: '.' },
  ])('counts the server %j', (server) => {
    expect(hashHook(HOOK, server)).not.toBe(hashHook(HOOK, SERVER));
  });

  it('counts each of several servers, and keeps what was approved with one', () => {
    const other = { ...SERVER, command: 'other' };
    const hash = hashHook(HOOK, SERVER, other);
    const more = [hashHook(HOOK, SERVER), hashHook(HOOK, other), hashHook(HOOK), hashHook(HOOK, SERVER, SERVER)];
    expect(new Set([hash, ...more]).size).toBe(5);
    expect(hashHook(HOOK, SERVER)).toBe('9b5b7da4c85cb4f290db564a7c427fdc71831765dfdf53d58b02646519eb10cc');
  });

  it('tells half characters apart', () => {
    expect(hashHook({ ...HOOK, id: '\ud800' })).not.toBe(hashHook({ ...HOOK, id: '\ud801' }));
  });
});
