import type { McpCaller, CallIdentity } from './mcp-caller.ts';

/** Whoever owns this process: over stdio a call may name any user, else it is the default one's. */
export function createOwnerIdentity(defaultUser?: string): CallIdentity {
  const caller: McpCaller = { kind: 'trusted', ...(defaultUser === undefined ? {} : { defaultUser }) };
  return { callerOf: () => caller };
}

/** One user for all calls, as in the embedded form; a call that names another is refused. */
export function createSingleUserIdentity(user: string): CallIdentity {
  const caller: McpCaller = { kind: 'bound', user, scopes: ['tasks:read', 'tasks:write'] };
  return { callerOf: () => caller };
}
