import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './is-loopback.ts';
import type { Refusal } from './refusal.ts';

/** What a request has to show to come in. */
export interface RequestGuardOptions {
  /** The address that is listened on. */
  readonly host: string;
  readonly port: number;
  /** Asked for where it is given. */
  readonly token?: string;
}

/** Who may come in. */
export interface RequestGuard {
  /** Looks at where a request comes from: a page in a browser must not reach what only listens on this machine. */
  checkPlace(headers: IncomingHttpHeaders): Refusal | undefined;
  /** Looks at its token. */
  checkToken(headers: IncomingHttpHeaders): Refusal | undefined;
}

const DEFAULT_PORTS = [80, 443];

/** The guard of one address. On other addresses than loopback the token alone decides. */
export function createRequestGuard({ host, port, token }: RequestGuardOptions): RequestGuard {
  const expected = token === undefined ? undefined : toHash(token);
  const isLocal = isLoopback(host);
  // Clients say the same each time.
  let knownHost: string | undefined | null = null;
  return {
    checkPlace({ host: given, origin }) {
      if (!isLocal) return undefined;
      if (given !== knownHost && !isOwnHost(given, port)) {
        return {
          status: 403,
          message: `Host ${JSON.stringify(given ?? '')} is not served here. Use localhost:${port}.`,
        };
      }
      knownHost = given;
      if (origin !== undefined && !isLocalOrigin(origin)) {
        return { status: 403, message: `Pages of ${JSON.stringify(origin)} may not use this server.` };
      }
      return undefined;
    },
    checkToken({ authorization }) {
      if (expected === undefined) return undefined;
      const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
      // Hashes have one length, so that the comparison takes the same time whatever was given.
      if (given !== undefined && timingSafeEqual(toHash(given), expected)) return undefined;
      const message =
        given === undefined
          ? 'A token is required: send "Authorization: Bearer TOKEN".'
          : 'The token is wrong: send the one that this server expects as "Authorization: Bearer TOKEN".';
      return { status: 401, message, headers: { 'www-authenticate': 'Bearer' } };
    },
  };
}

function toHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function isOwnHost(given: string | undefined, port: number): boolean {
  const [, name = '', givenPort] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(given ?? '') ?? [];
  const isPort = givenPort === undefined ? DEFAULT_PORTS.includes(port) : Number(givenPort) === port;
  return isPort && isLoopback(name);
}

function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}
