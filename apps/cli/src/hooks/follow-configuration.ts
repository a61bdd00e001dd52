import { toMessage, ToolyardError, type ServerDefinition } from '@toolyard/core';
import { secretsOf, watchFile } from '@toolyard/node';
import { readConfiguration } from '../configuration/open-configuration.ts';
import type { Host } from '../host/host.ts';
import type { YardPlace } from '../yard/locate-yard.ts';
import type { CommonOptions } from '../yard/with-yard.ts';
import { createValueRedactor } from './create-value-redactor.ts';

/** What hooks have to know of a configuration, as its file says it now. */
export interface FollowedConfiguration {
  /** A server as it is written, without its variables put in. */
  definition(key: string): ServerDefinition | undefined;
  /** Takes its secrets out of a value. */
  redact(value: unknown): unknown;
  /** Why the file cannot be read, for people; `undefined` where it can. */
  trouble(): string | undefined;
  /** Whether what the file says now may be started. */
  isApproved(): boolean;
  close(): void;
}

interface Reading {
  readonly definitions: ReadonlyMap<string, ServerDefinition>;
  readonly secrets: readonly string[];
  readonly isApproved: boolean;
  /** Of the file, as it was read. */
  readonly hash?: string;
  readonly trouble?: string;
}

/** Reads a configuration, and again whenever its file changes; `onChange` is called after that. Starts nothing. */
export async function followConfiguration(
  host: Host,
  options: CommonOptions & { readonly place: YardPlace; onChange?(): void },
): Promise<FollowedConfiguration> {
  const { place, onChange } = options;
  let reading = await read(host, options);
  // A secret that was changed may still stand in what is kept later.
  const secrets = new Set(reading.secrets);
  let redact = createValueRedactor([...secrets]);
  let last: Promise<void> = Promise.resolve();

  async function readAgain(): Promise<void> {
    reading = await read(host, options);
    for (const secret of reading.secrets) secrets.add(secret);
    redact = createValueRedactor([...secrets]);
    onChange?.();
  }

  const follow = (): void => void (last = last.then(readAgain));
  const watch = place.file === undefined ? undefined : watchFile(place.file, follow, reading.hash);
  return {
    definition: (key) => reading.definitions.get(key),
    redact: (value) => redact(value),
    trouble: () => reading.trouble,
    isApproved: () => reading.isApproved,
    close: () => watch?.close(),
  };
}

async function read(host: Host, { config, debug }: CommonOptions): Promise<Reading> {
  const wanted = { ...(config === undefined ? {} : { config }), ...(debug === undefined ? {} : { debug }) };
  try {
    const { loaded } = await readConfiguration(host, { ...wanted, mayAsk: false, quiet: true });
    const definitions = new Map(loaded.asWritten.servers.map((server) => [server.key, server]));
    return { definitions, secrets: secretsOf(loaded.configuration), isApproved: loaded.approved, hash: loaded.hash };
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    return { definitions: new Map(), secrets: [], isApproved: false, trouble: toMessage(error) };
  }
}
