import { ToolyardError } from '@toolyard/core';
import type { ServerEntry } from '@toolyard/host';

/** A server as words of a command line describe it. */
export interface EntryOptions {
  /** The command and its arguments; the arguments of a container. */
  readonly words: readonly string[];
  readonly url?: string;
  /** `NAME=VALUE` each. */
  readonly header?: readonly string[];
  readonly docker?: string;
  /** A server that is part of Toolyard. */
  readonly builtin?: string;
  /** `NAME=VALUE` each. */
  readonly env?: readonly string[];
}

const USAGE =
  'Write "add KEY -- COMMAND...", "add KEY --url URL", "add KEY --docker IMAGE" or "add KEY --builtin tasks".';

/** The entry of a server in a file; throws `arguments-invalid` where the words do not describe one. */
export function toServerEntry(options: EntryOptions): ServerEntry {
  const { words, url, docker, builtin } = options;
  if ([url, docker, builtin].filter((kind) => kind !== undefined).length > 1) {
    throw refuse('Use only one of --url, --docker and --builtin');
  }
  if (url === undefined && options.header !== undefined) throw refuse('--header needs --url');
  if (builtin !== undefined) return toBuiltinEntry(builtin, options);
  if (url !== undefined) return toUrlEntry(url, options);
  const env = parsePairs(options.env, '--env');
  if (docker !== undefined) {
    return { docker: { image: docker, ...(words.length > 0 && { command: words }), ...(env && { env }) } };
  }
  const [command, ...args] = words;
  if (command === undefined) throw refuse('Nothing to add');
  return { command, ...(args.length > 0 && { args }), ...(env && { env }) };
}

function toBuiltinEntry(name: string, { words, env }: EntryOptions): ServerEntry {
  if (words.length > 0 || env !== undefined) throw refuse('A server with --builtin takes no command and no --env');
  return { type: 'builtin', name };
}

function toUrlEntry(url: string, { words, env, header }: EntryOptions): ServerEntry {
  if (words.length > 0) throw refuse('A server with --url takes no command');
  if (env !== undefined) throw refuse('A server with --url takes no --env');
  const headers = parsePairs(header, '--header');
  return { type: 'http', url, ...(headers && { headers }) };
}

function parsePairs(pairs: readonly string[] | undefined, option: string): Record<string, string> | undefined {
  if (pairs === undefined) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      // The value may be a secret, so it is not repeated.
      if (equals <= 0) throw refuse(`${option} must be NAME=VALUE`);
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

function refuse(reason: string): ToolyardError {
  return new ToolyardError('arguments-invalid', `${reason}. ${USAGE}`);
}
