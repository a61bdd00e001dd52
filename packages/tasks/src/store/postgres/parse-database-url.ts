import { ToolyardError } from '@toolyard/core';

const MODES: readonly (string | null)[] = [null, 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * The same `DATABASE_URL` with one of two modes: `verify-full` or `disable`. Throws `database-refused` for anything else than a PostgreSQL
 * URL, and for a mode without verification; messages never hold the URL, which has the password.
 *
 * Where the URL has no mode, hosts outside of this machine and of a private network's plain names are verified.
 */
export function parseDatabaseUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw refuse('it is not a URL of the form postgresql://user:password@host:5432/database');
  }
  const mode = url.searchParams.get('sslmode');
  if (!MODES.includes(mode)) {
    throw refuse(
      'sslmode must be disable, allow, prefer, require, verify-ca or verify-full; every mode with TLS verifies the certificate',
    );
  }
  const isPlain = mode === 'disable' || (mode === null && !url.searchParams.has('sslrootcert') && isNear(url));
  // These would switch verification off.
  for (const name of ['ssl', 'uselibpqcompat']) url.searchParams.delete(name);
  url.searchParams.set('sslmode', isPlain ? 'disable' : 'verify-full');
  return url.href;
}

/** This machine, a socket, or a name without a dot, as containers have among themselves. */
function isNear(url: URL): boolean {
  const host = (url.searchParams.get('host') ?? url.hostname).replaceAll(/^\[|\]$/g, '');
  // A name may begin like an address.
  const isLoopback = host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
  return host === '' || host.startsWith('/') || isLoopback || /^[^.:]+$/.test(host);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function refuse(why: string): ToolyardError {
  return new ToolyardError('database-refused', `DATABASE_URL cannot be used: ${why}.`);
}
