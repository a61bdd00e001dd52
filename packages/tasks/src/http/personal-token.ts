import { createHash, randomBytes } from 'node:crypto';
import { ToolyardError, type Clock } from '@toolyard/core';
import type { TokenScope, TokenStore } from '../domain/task-store.ts';
import { isUserId } from '../domain/user-id.ts';

const PREFIX = 'tyt_';

/** What a new personal token is to be. */
export interface NewPersonalToken {
  readonly user: string;
  /** What the person calls it. */
  readonly name: string;
  readonly scopes: readonly TokenScope[];
}

/** Makes a personal token and keeps its hash; the token itself is given this once. Rejects with `usage` for no user id. */
export async function createPersonalToken(
  { user, name, scopes }: NewPersonalToken,
  { tokens, clock }: { readonly tokens: Pick<TokenStore, 'add'>; readonly clock: Clock },
): Promise<string> {
  if (!isUserId(user)) {
    const message = `${JSON.stringify(user)} cannot be a user: use 1 to 200 printable ASCII characters without a space.`;
    throw new ToolyardError('usage', message);
  }
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const createdAt = new Date(clock.now()).toISOString();
  await tokens.add({ hash: hashToken(token), user, name, scopes, createdAt });
  return token;
}

/** Whether a text looks like a personal token; nothing else is looked for in the database. */
export function isPersonalToken(text: string): boolean {
  return new RegExp(`^${PREFIX}[\\w-]{43}$`).test(text);
}

/** What a store keeps of a personal token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
