import { createHash } from 'node:crypto';
import type { Clock } from '@toolyard/core';
import type { BackendExchange } from '../backend-client/backend-exchange.ts';
import { BackendFailure, type BackendReply } from '../backend-client/task-backend.ts';
import { tryOnce, type BackendLog } from '../backend-client/try-once.ts';
import { checkValue } from '../domain/check-value.ts';
import { TOKEN_OWNER_SCHEMA } from '../domain/result-schemas.ts';
import type { TokenScope } from '../domain/task-store.ts';
import { isPersonalToken } from '../http/personal-token.ts';
import type { TokenOwner } from './create-http-callers.ts';
import { toTaskFailure } from './to-task-failure.ts';

export interface TokenLookupOptions {
  readonly exchange: BackendExchange;
  readonly clock: Clock;
  newId(): string;
  readonly writeLog: BackendLog;
  /** The time for a question. */
  readonly timeoutMs: number;
}

/** For so long a token that was taken back still works here. */
const KEPT_MS = 30_000;
const MAX_KEPT = 1000;

/**
 * Asks the backend whom personal tokens belong to, each at most twice a minute; a backend without such tokens has none.
 * Rejects with `BackendFailure` or `TaskFailure` where it does not tell.
 */
export function createTokenLookup(options: TokenLookupOptions): (token: string) => Promise<TokenOwner | undefined> {
  const { clock } = options;
  const kept = new Map<string, { readonly owner: TokenOwner; readonly until: number }>();

  async function look(token: string): Promise<TokenOwner | undefined> {
    const requestId = options.newId();
    const request = { method: 'POST', path: '/tokens/introspect', body: { token }, requestId } as const;
    const { signal } = new AbortController();
    const outcome = await tryOnce({ ...options, request, signal, limitMs: options.timeoutMs });
    if (outcome instanceof BackendFailure) throw outcome;
    if (outcome.status === 404 || outcome.status === 405) return undefined;
    if (outcome.status !== 200) throw toTaskFailure(outcome, requestId);
    return parseOwner(outcome, clock.now());
  }

  return async (token) => {
    if (!isPersonalToken(token)) return undefined;
    // The token itself is not kept any longer than it must be.
    const name = createHash('sha256').update(token).digest('hex');
    const known = kept.get(name);
    if (known !== undefined && known.until > clock.now()) return known.owner;
    kept.delete(name);
    const owner = await look(token);
    if (owner === undefined) return undefined;
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, { owner, until: clock.now() + KEPT_MS });
    return owner;
  };
}

function parseOwner({ body }: BackendReply, now: number): TokenOwner | undefined {
  if (checkValue(TOKEN_OWNER_SCHEMA, body, now).length > 0) return undefined;
  const { active, user_id: user, scopes = [] } = body as { active: boolean; user_id?: string; scopes?: TokenScope[] };
  return active && user !== undefined ? { user, scopes } : undefined;
}
