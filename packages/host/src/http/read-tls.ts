import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { toMessage, ToolyardError } from '@toolyard/core';
import { readNamedFile } from '@toolyard/node';
import type { Surroundings } from '../surroundings/surroundings.ts';
import type { HttpOptions } from './http-options.ts';

/** A certificate and its key, in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Reads the files where they are given; throws `usage` for files that HTTPS cannot be served with. */
export async function readTls(
  { cwd }: Pick<Surroundings, 'cwd'>,
  { tlsCert, tlsKey }: HttpOptions,
): Promise<TlsFiles | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new ToolyardError('usage', 'Give both --tls-cert and --tls-key.');
  }
  const cert = await readPem(cwd, tlsCert);
  const key = await readPem(cwd, tlsKey);
  // Node takes an empty text for none, and then serves nobody.
  if (!cert.includes('-----BEGIN')) throw toUnusable(`"${tlsCert}" has no certificate in PEM`);
  if (!key.includes('-----BEGIN')) throw toUnusable(`"${tlsKey}" has no key in PEM`);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw toUnusable(`"${tlsCert}" and "${tlsKey}" are refused (${toMessage(error)})`, error);
  }
  return { cert, key };
}

async function readPem(cwd: string, file: string): Promise<string> {
  try {
    return (await readNamedFile(resolve(cwd, file))).toString('utf8');
  } catch (error) {
    throw new ToolyardError('usage', `"${file}" cannot be read: ${toMessage(error)}`, { cause: error });
  }
}

function toUnusable(reason: string, cause?: unknown): ToolyardError {
  const advice = 'Give a certificate and the key that belongs to it, without a passphrase.';
  return new ToolyardError('usage', `HTTPS cannot be served: ${reason}. ${advice}`, { cause });
}
