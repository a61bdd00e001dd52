import { createHash, timingSafeEqual } from 'node:crypto';

/** The token of an `Authorization` header; absent where there is none, or no single one. */
export function readBearer(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? /^bearer +(\S+) *$/i.exec(header)?.[1] : undefined;
}

/** Tells whether a token is one of these, in a time that tells nothing about them. */
export function createServiceTokenCheck(serviceTokens: readonly string[]): (token: string) => boolean {
  const expected = serviceTokens.map(digest);
  return (token) => {
    const given = digest(token);
    // All are compared, so that the time tells nothing about which one it is.
    return expected.map((hash) => timingSafeEqual(hash, given)).includes(true);
  };
}

/** Hashes have one length, so that comparing them takes the same time whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
