import { exampleHook, exampleTask } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { hookStateOf, targetOf } from './hook-state-of.ts';

const { hook } = exampleHook();

describe('hookStateOf', () => {
  it.each([
    ['enabled', exampleHook(), 'approved', ['chat']],
    ['enabled', exampleHook({}, 'user'), 'not needed', ['chat']],
    ['disabled', exampleHook({ enabled: false }), 'not approved', []],
    ['invalid: unknown server', exampleHook(), 'not approved', ['other']],
    ['not approved', exampleHook(), 'not approved', ['chat']],
    ['changed since approved', exampleHook(), 'changed since approved', ['chat']],
  ] as const)('is %s', (state, known, approval, keys) => {
    expect(hookStateOf({ known, approval }, keys)).toBe(state);
  });

  it('wants every server of a task', () => {
    const known = exampleHook({ action: exampleTask({ tools: ['chat:post'], servers: ['mail'] }) });
    expect(hookStateOf({ known, approval: 'approved' }, ['chat'])).toBe('invalid: unknown server');
    expect(hookStateOf({ known, approval: 'approved' }, ['chat', 'mail'])).toBe('enabled');
    expect(targetOf(known.hook)).toBe('agent ask');
  });

  it('wants no server for a program', () => {
    const known = exampleHook({ action: { type: 'custom', parameters: { command: 'ls', args: [], timeout: 1000 } } });
    expect(hookStateOf({ known, approval: 'approved' }, [])).toBe('enabled');
    expect(targetOf(known.hook)).toBe('ls');
  });
});

it('names a tool by its id', () => {
  expect(targetOf(hook)).toBe('chat:post');
});
