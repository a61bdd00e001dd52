import { describe, expect, it } from 'vitest';
import type { McpCaller } from './mcp-caller.ts';
import { resolveUser } from './resolve-user.ts';
import { TaskFailure } from './task-error.ts';

const BOTH = ['tasks:read', 'tasks:write'] as const;

function resolve(caller: McpCaller, claimed?: unknown, scope: (typeof BOTH)[number] = 'tasks:read'): string {
  try {
    return resolveUser(caller, { claimed, scope });
  } catch (error) {
    if (error instanceof TaskFailure) return `${error.error.error_type}: ${error.error.message}`;
    throw error;
  }
}

const MISSING = 'authentication_error: Missing user context in MCP request';
const FORBIDDEN = 'authorization_error: User not authorized to access this resource';

describe('resolveUser', () => {
  it('takes the user of the call, else the default one, from whoever owns the process', () => {
    expect(resolve({ kind: 'trusted', defaultUser: 'alice' }, 'bob')).toBe('bob');
    expect(resolve({ kind: 'trusted', defaultUser: 'alice' })).toBe('alice');
    expect(resolve({ kind: 'trusted' })).toBe(MISSING);
  });

  it('takes the user of the call or of the header with the service token, and no two', () => {
    expect(resolve({ kind: 'trusted', named: 'bob' })).toBe('bob');
    expect(resolve({ kind: 'trusted' }, 'bob')).toBe('bob');
    expect(resolve({ kind: 'trusted', named: 'bob' }, 'bob')).toBe('bob');
    expect(resolve({ kind: 'trusted', named: 'bob' }, 'alice')).toBe(FORBIDDEN);
  });

  it('keeps a personal token to its own user', () => {
    const caller: McpCaller = { kind: 'bound', user: 'alice', scopes: BOTH };
    expect(resolve(caller)).toBe('alice');
    expect(resolve(caller, 'alice')).toBe('alice');
    expect(resolve(caller, 'bob')).toBe(FORBIDDEN);
    expect(resolve({ ...caller, named: 'bob' })).toBe(FORBIDDEN);
    expect(resolve({ ...caller, named: 'alice' }, { toString: () => 'alice' })).toBe(FORBIDDEN);
  });

  it('keeps a personal token to its scopes', () => {
    const caller: McpCaller = { kind: 'bound', user: 'alice', scopes: ['tasks:read'] };
    expect(resolve(caller, undefined, 'tasks:read')).toBe('alice');
    expect(resolve(caller, undefined, 'tasks:write')).toBe(FORBIDDEN);
  });

  it('knows nobody who proved nothing, whatever they say', () => {
    expect(resolve({ kind: 'unknown' }, 'alice')).toBe(MISSING);
  });

  it('takes nothing as a user that cannot be one', () => {
    const odd = ['', ' ', 'a b', 'a\r\nX-Admin: 1', 'ü', 'x'.repeat(201), 7, true, {}, ['alice'], null];
    for (const claimed of odd) expect(resolve({ kind: 'trusted' }, claimed), JSON.stringify(claimed)).toBe(MISSING);
  });
});
