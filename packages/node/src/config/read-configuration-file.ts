import { dirname } from 'node:path';
import type { ConfigProblem, ConfigProblemCode } from '@toolyard/core';
import { toMessage } from '@toolyard/core';
import { readNamedFile, readPlainFile } from '../file/read-plain-file.ts';
import { explainDistrust } from '../file/explain-distrust.ts';
import { hasCode } from '../file/has-code.ts';
import { hashOf } from './hash-of.ts';
import type { ConfigurationFileSource, ConfigurationSource } from './locate-configuration.ts';

/** A file's text and the SHA-256 of its bytes in hex, or why it cannot be read. */
export type FileText =
  | { readonly ok: true; readonly text: string; readonly hash: string; readonly warnings: readonly ConfigProblem[] }
  | { readonly ok: false; readonly problem: ConfigProblem };

/** Reads a configuration file whole, once, so that what is approved is what is used. */
export async function readConfigurationFile(source: ConfigurationFileSource): Promise<FileText> {
  const distrust = explainSource(source);
  if (distrust !== undefined && source.kind === 'user')
    return refuse('file_not_found', `Config file is not used: ${distrust}`);
  let bytes: Buffer;
  try {
    // Only what a person named can be a pipe: one that lies in a folder would keep everybody waiting.
    bytes = await (source.kind === 'option' ? readNamedFile : readPlainFile)(source.file);
  } catch (error) {
    const code = hasCode(error, 'EFBIG') ? 'invalid_json' : 'file_not_found';
    return refuse(code, describeFailure(error, source));
  }
  const text = decode(bytes);
  if (text === undefined) return refuse('invalid_json', 'Config file is not UTF-8 text; save it as UTF-8');
  const warnings =
    distrust === undefined ? [] : [toProblem('file_not_found', `Other users decide what runs: ${distrust}`)];
  return { ok: true, text, hash: hashOf(bytes), warnings };
}

/** Why others could change a file that needs no approval. A folder that a person named holds other things, too. */
function explainSource({ kind, file }: ConfigurationFileSource): string | undefined {
  if (kind === 'folder') return undefined;
  const folder = kind === 'user' ? explainDistrust(dirname(file), 'own-group') : undefined;
  return folder ?? explainDistrust(file, 'own-group');
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const NAMED_BY: Readonly<Partial<Record<ConfigurationSource['kind'], string>>> = {
  option: '; check the path given with --config',
  environment: '; check the path in $TOOLYARD_CONFIG',
};

function describeFailure(error: unknown, { kind, namedBy }: ConfigurationSource): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `Config file not found${namedBy === undefined ? (NAMED_BY[kind] ?? '') : `; check the path in ${namedBy}`}`;
    case 'EISDIR':
      return 'Config file is a directory; name a file inside it';
    case 'EINVAL':
      return 'Config file is not a plain file; put one in its place';
    case 'EFBIG':
      return 'Config file is over 10 MB; is it the right file?';
    case 'EACCES':
    case 'EPERM':
      return 'Config file cannot be read: permission denied; change its permissions';
    default:
      return `Config file cannot be read: ${toMessage(error)}`;
  }
}

function refuse(code: ConfigProblemCode, message: string): FileText {
  return { ok: false, problem: toProblem(code, message) };
}

function toProblem(code: ConfigProblemCode, message: string): ConfigProblem {
  return { code, path: '$', message };
}
