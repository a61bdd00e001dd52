import { createValueRedactor, secretsOf, type ServerDefinition, toMessage } from '@toolyard/core';
import { watchFile } from '@toolyard/node';
import { findRemoved } from '../../configuration/find-removed.ts';
import type { ReadWritten } from '../../configuration/open-configuration.ts';
import { changeHost } from '../../ports/change-host.ts';
import type { UsedYard } from '../../yard/use-yard.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { readServers } from '../trust/read-servers.ts';

/** What hooks have to know of a configuration, as its file says it now. */
export interface FollowedConfiguration {
  /** A server as it is written, without its variables put in. */
  definition(key: string): ServerDefinition | undefined;
  /** All of them. */
  definitions(): readonly ServerDefinition[];
  /** Takes its secrets out of a value. */
  redact(value: unknown): unknown;
  /** Why the file cannot be read, for people; `undefined` where it can. */
  problem(): string | undefined;
  /** Why what the file says now cannot be started, for people; `undefined` where it can. */
  obstacle(): string | undefined;
  /** Nothing is told any more, also not what is being read. */
  close(): void;
}

interface Reading {
  readonly definitions: ReadonlyMap<string, ServerDefinition>;
  readonly secrets: readonly string[];
  readonly obstacle?: string | undefined;
  /** Of the file, as it was read. */
  readonly hash?: string;
  readonly problem?: string;
}

type Meant = Pick<OpenHooks, 'host' | 'named'>;

/** Reads the configuration of a yard, and again whenever its file changes; `onChange` is called after that. Starts nothing. */
export async function followConfiguration(
  meant: Meant,
  used: Pick<UsedYard, 'place' | 'secrets'>,
  onChange: () => void,
): Promise<FollowedConfiguration> {
  const { file } = used.place;
  let reading = await read(meant);
  // A secret that was changed may still stand in what is kept later.
  const secrets = new Set(reading.secrets);
  let redact = createValueRedactor([...secrets]);
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  function learn(others: readonly string[]): void {
    if (others.every((secret) => secrets.has(secret))) return;
    for (const secret of others) secrets.add(secret);
    redact = createValueRedactor([...secrets]);
  }

  async function readAgain(): Promise<void> {
    if (isClosed) return;
    // Another file may be found in the place of one that is gone, which is not the one that runs.
    const removed = file === undefined ? undefined : await findRemoved(file);
    const again = removed === undefined ? await read(meant) : { ...reading, obstacle: removed.message };
    if (isClosed) return;
    reading = again;
    learn(reading.secrets);
    onChange();
  }

  const follow = (): void => void (last = last.then(readAgain));
  const watch = file === undefined ? undefined : watchFile(file, follow, reading.hash);
  return {
    definition: (key) => reading.definitions.get(key),
    definitions: () => [...reading.definitions.values()],
    redact(value) {
      // A yard that follows its file may have asked somebody for others since.
      learn(used.secrets ?? []);
      return redact(value);
    },
    problem: () => reading.problem,
    obstacle: () => reading.problem ?? reading.obstacle,
    close() {
      isClosed = true;
      watch?.close();
    },
  };
}

async function read({ host, named }: Meant): Promise<Reading> {
  try {
    // Whoever opened the yard was told its warnings.
    const written = await readServers({ host: changeHost(host, { notify: () => undefined }), named });
    const { asWritten, configuration = asWritten, hash } = written;
    const definitions = new Map(asWritten.servers.map((server) => [server.key, server]));
    return { definitions, secrets: secretsOf(configuration), hash, obstacle: findObstacle(written) };
  } catch (error) {
    // Whatever it is: hooks of servers stay refused with it until the file can be read again.
    return { definitions: new Map(), secrets: [], problem: toMessage(error) };
  }
}

function findObstacle({ configuration, missing, approved }: ReadWritten): string | undefined {
  if (configuration === undefined) return missing;
  if (approved) return undefined;
  return 'the file changed and the change is not approved. Run "toolyard approve", then start this command again.';
}
