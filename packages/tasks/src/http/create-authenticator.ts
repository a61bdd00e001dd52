import type { IncomingHttpHeaders } from 'node:http';
import { ToolyardError } from '@toolyard/core';
import type { TokenScope, TokenStore } from '../domain/task-store.ts';
import { isUserId } from '../domain/user-id.ts';
import type { Access } from '../operations/operation.ts';
import { hashToken, isPersonalToken } from './personal-token.ts';
import { ProblemError } from '../operations/problem-error.ts';
import { createServiceTokenCheck, readBearer } from './service-token.ts';

const ALL_SCOPES: readonly TokenScope[] = ['tasks:read', 'tasks:write'];

/** Who may come in. */
export interface AuthOptions {
  /** One, or two while the old one is being replaced. */
  readonly serviceTokens: readonly string[];
  readonly tokens: Pick<TokenStore, 'find'>;
}

/** Tells who a request comes from. */
export interface Authenticator {
  /** Throws the problem to answer with where the request may not use what it asks for. */
  authenticate(headers: IncomingHttpHeaders, access: Access): Promise<AuthenticatedCaller>;
}

/** Throws `usage` for service tokens that protect nothing. */
export function createAuthenticator({ serviceTokens, tokens }: AuthOptions): Authenticator {
  checkServiceTokens(serviceTokens);
  const isServiceToken = createServiceTokenCheck(serviceTokens);

  async function identify(token: string, user: string | undefined): Promise<AuthenticatedCaller> {
    const isService = isServiceToken(token);
    if (isService) return { isService, scopes: ALL_SCOPES, ...(user === undefined ? {} : { user }) };
    const personal = isPersonalToken(token) ? await tokens.find(hashToken(token)) : undefined;
    if (personal === undefined)
      throw toUnknown('The token is not valid here. Use the service token or a personal one.');
    if (user !== undefined && user !== personal.user) {
      throw toForbidden(`This personal token is not for the user that X-User-ID names. Leave the header out.`);
    }
    return { isService, user: personal.user, scopes: personal.scopes };
  }

  return {
    async authenticate(headers, access) {
      const token = readBearer(headers.authorization);
      if (token === undefined) throw toUnknown('A token is required: send "Authorization: Bearer TOKEN".');
      const caller = await identify(token, readUser(headers['x-user-id']));
      if (access === 'service' && !caller.isService) throw toForbidden('Only the service token gives access to this.');
      if (access !== 'service') checkUser(caller, access);
      return caller;
    },
  };
}

function checkUser({ user, scopes }: AuthenticatedCaller, access: Access): void {
  if (user === undefined) throw toUnknown('The user is missing: send "X-User-ID" with the service token.');
  if (access !== 'open' && access !== 'service' && !scopes.includes(access)) {
    throw toForbidden(`This token lacks the scope ${access}. Use one that has it.`);
  }
}

function readUser(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && isUserId(header)) return header;
  throw toUnknown('X-User-ID must be one user id: 1 to 200 printable ASCII characters without a space.');
}

function checkServiceTokens(serviceTokens: readonly string[]): void {
  const isEnough = serviceTokens.length >= 1 && serviceTokens.length <= 2;
  if (isEnough && serviceTokens.every((token) => /^[\x21-\x7e]+$/.test(token))) return;
  throw new ToolyardError(
    'usage',
    'The task backend needs one or two service tokens of printable ASCII characters without a space. ' +
      'Set SERVICE_AUTH_TOKEN, for example to the output of "openssl rand -hex 32".',
  );
}

function toUnknown(detail: string): ProblemError {
  return new ProblemError({ kind: 'authentication', detail, headers: { 'www-authenticate': 'Bearer' } });
}

function toForbidden(detail: string): ProblemError {
  return new ProblemError({ kind: 'authorization', detail });
}

/** Who a request comes from, proven by its token. */
interface AuthenticatedCaller {
  /** Absent for a holder of the service token who names nobody. */
  readonly user?: string;
  readonly isService: boolean;
  readonly scopes: readonly TokenScope[];
}
