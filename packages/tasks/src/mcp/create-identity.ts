import type { Frame } from '@toolyard/core';
import type { Caller, CallIdentity } from './caller.ts';
import type { HttpHeaders } from './create-http-callers.ts';

/** Whoever owns this process: over stdio a call may name any user, else it is the default one's. */
export function createOwnerIdentity(defaultUser?: string): CallIdentity {
  const caller: Caller = { kind: 'trusted', ...(defaultUser === undefined ? {} : { defaultUser }) };
  return { callerOf: () => caller };
}

/** One user for all calls, as in the embedded form; a call that names another is refused. */
export function createSingleUserIdentity(user: string): CallIdentity {
  const caller: Caller = { kind: 'bound', user, scopes: ['tasks:read', 'tasks:write'] };
  return { callerOf: () => caller };
}

/** Whoever the headers of each HTTP request prove. */
export function createHttpIdentity(
  headersOf: (request: Frame) => HttpHeaders | undefined,
  callerOf: (headers: HttpHeaders) => Promise<Caller>,
): CallIdentity {
  return {
    callerOf: (request) => callerOf(headersOf(request) ?? {}),
    requestIdOf(request) {
      const id = headersOf(request)?.['x-request-id'];
      return typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
    },
  };
}
