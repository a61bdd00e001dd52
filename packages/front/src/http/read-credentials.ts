import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Nobody else can compute credentials, so how long it takes to compare them tells nothing about a token. */
const KEY = randomBytes(32).toString('hex');

/** Stands for no header at all, as with most clients on this machine. */
const NONE = '';

/** Stands for the headers that prove who sends a request: the same for the same values, also where there are none. */
export function readCredentials(headers: IncomingHttpHeaders, names: readonly string[]): string {
  if (names.every((name) => headers[name] === undefined)) return NONE;
  const values = names.map((name) => headers[name] ?? null);
  return hash('sha256', KEY + JSON.stringify(values), 'base64url');
}
