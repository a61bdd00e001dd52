import type { TokenScope } from '../domain/task-store.ts';
import { createServiceTokenCheck, readBearer } from '../http/service-token.ts';
import type { McpCaller } from './mcp-caller.ts';

/** The headers of an HTTP request, by their names in small letters. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whom a personal token belongs to, and what it allows. */
export interface TokenOwner {
  readonly user: string;
  readonly scopes: readonly TokenScope[];
}

/** How callers over HTTP are known. */
export interface HttpCallersOptions {
  readonly serviceTokens: readonly string[];
  /** Absent for a token that belongs to nobody. */
  findOwner(token: string): Promise<TokenOwner | undefined>;
}

/** Tells who makes an HTTP request: by its token alone, whatever else it says. */
export function createHttpCallers({
  serviceTokens,
  findOwner,
}: HttpCallersOptions): (headers: HttpHeaders) => Promise<McpCaller> {
  const isServiceToken = createServiceTokenCheck(serviceTokens);
  return async (headers) => {
    const token = readBearer(headers['authorization']);
    if (token === undefined) return { kind: 'unknown' };
    const user = headers['x-user-id'];
    // Two of them name nobody: which one would be meant?
    const named = user === undefined ? {} : { named: String(user) };
    if (isServiceToken(token)) return { kind: 'trusted', ...named };
    const owner = await findOwner(token);
    return owner === undefined ? { kind: 'unknown' } : { kind: 'bound', ...owner, ...named };
  };
}
