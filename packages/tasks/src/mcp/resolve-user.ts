import type { TokenScope } from '../domain/task-store.ts';
import { isUserId } from '../domain/user-id.ts';
import type { McpCaller } from './mcp-caller.ts';
import { TaskFailure } from './task-error.ts';

/** What a call says and needs. */
export interface UserClaim {
  /** `_meta.user_id` of the request. */
  readonly claimed: unknown;
  readonly scope: TokenScope;
}

/** The user of a call. Throws where there is none, where two are named, and where the caller may not act for them. */
export function resolveUser(caller: McpCaller, { claimed, scope }: UserClaim): string {
  if (caller.kind === 'unknown') throw toUnknown();
  const names = [claimed, caller.named].filter((name) => name !== undefined && name !== null && name !== '');
  if (caller.kind === 'bound') {
    if (names.some((name) => name !== caller.user))
      throw new TaskFailure('authorization_error', { suggestions: OWN_ONLY });
    if (!caller.scopes.includes(scope)) throw toMissingScope(scope);
    return caller.user;
  }
  const [name = caller.defaultUser, other = name] = names;
  if (name !== other) throw new TaskFailure('authorization_error', { suggestions: ONE_ONLY });
  if (name === undefined || name === '') throw toMissing();
  if (typeof name !== 'string' || !isUserId(name)) throw toMissing(WRONG_ID);
  return name;
}

const OWN_ONLY = ['Leave out the user id, or name the owner of the token'];
const ONE_ONLY = ['Name the same user in _meta.user_id and in X-User-ID, or in one of them only'];
const WRONG_ID = 'A user id has 1 to 200 printable ASCII characters and no space';

function toMissing(
  suggestion = 'Set _meta.user_id in the request, or TASKS_USER_ID in the environment of the server',
): TaskFailure {
  return new TaskFailure('authentication_error', {
    message: 'Missing user context in MCP request',
    suggestions: [suggestion],
  });
}

function toUnknown(): TaskFailure {
  return new TaskFailure('authentication_error', {
    message: 'Missing user context in MCP request',
    suggestions: ['Send "Authorization: Bearer TOKEN" with a personal token, or the service token and X-User-ID'],
  });
}

function toMissingScope(scope: TokenScope): TaskFailure {
  return new TaskFailure('authorization_error', {
    details: { missing_scope: scope },
    suggestions: [`Use a token with the scope ${scope}`],
  });
}
