import {
  type Configuration,
  type Log,
  secretsOf,
  type ServerDefinition,
  type ServerMemory,
  type ShownConfiguration,
  type Yard,
} from '@toolyard/core';
import { createFileServerMemory, systemClock, teeLog } from '@toolyard/node';
import { hashDefinition } from '@toolyard/runtime';
import { openConfiguration } from '../configuration/open-configuration.ts';
import type { Host } from '../host/host.ts';
import { runInterruptible } from '../host/run-interruptible.ts';
import { createStderrLog } from '../terminal/create-stderr-log.ts';
import { EXIT } from '../to-exit-code.ts';
import { bindMemory } from './bind-memory.ts';
import { joinRunningYard } from './join-running-yard.ts';
import { locateYard, type YardPlace } from './locate-yard.ts';
import { openYardLog } from './open-yard-log.ts';
import { openYard } from './open-yard.ts';
import { rememberSuccesses } from './remember-successes.ts';

/** The options that every command has. */
export interface CommonOptions {
  readonly config?: string;
  readonly yes?: boolean;
  readonly debug?: boolean;
  readonly json?: boolean;
}

/** What a command works with while its yard runs. */
export interface YardUse {
  readonly yard: Yard;
  readonly signal: AbortSignal;
  /** The whole configuration, whatever part of it runs. */
  readonly configuration: ShownConfiguration;
  /** The yard is that of another process, and was there before. */
  readonly isJoined: boolean;
  readonly place: YardPlace;
  /** Resolves when the yard of another process is gone; absent for one of this process. */
  readonly gone?: Promise<void> | undefined;
  /** The secrets of the servers that this process started. */
  readonly secrets?: readonly string[];
  /** Why a running yard is not as its file says, for people. */
  readonly trouble?: string | undefined;
}

/** How a command wants its yard. */
export interface WithYardOptions extends CommonOptions {
  /** The servers that are started where no yard runs. */
  readonly select?: (configuration: Configuration) => Configuration;
  /** Starts servers of its own in any case, and takes nothing from earlier runs but the switches. */
  readonly afresh?: boolean;
  /** Hears the log of servers that were started. */
  readonly listener?: Log;
}

/**
 * Runs one command on the yard that runs on its configuration, else on one of its own, which is stopped fully before
 * this resolves, also when a signal comes.
 */
export function withYard(
  host: Host,
  options: WithYardOptions,
  use: (use: YardUse) => Promise<number>,
): Promise<number> {
  return runInterruptible(host, async ({ signal }) => {
    const place = await locateYard(host, options);
    const shown = createCommandLog(host, options);
    const joined = options.afresh === true ? undefined : await joinRunningYard(place, shown);
    const opened =
      joined === undefined
        ? await openOwnYard(host, options, { place, shown })
        : {
            yard: joined,
            configuration: joined.configuration(),
            trouble: joined.configurationTrouble(),
            gone: joined.ended,
            stop: () => joined.stop(),
          };
    try {
      const code = await use({ ...opened, signal, place, isJoined: joined !== undefined });
      return signal.aborted ? EXIT.interrupted : code;
    } finally {
      await opened.stop();
    }
  });
}

interface OwnYard extends Pick<YardUse, 'yard' | 'configuration' | 'secrets'> {
  stop(): Promise<void>;
}

async function openOwnYard(
  host: Host,
  options: WithYardOptions,
  { place, shown }: { readonly place: YardPlace; readonly shown: Log },
): Promise<OwnYard> {
  const log = openYardLog(place, options.listener === undefined ? shown : teeLog(shown, options.listener));
  const memory = await createFileServerMemory(place.stateFolder, ({ message }) => log.write('warning', message));
  const opened = await openConfiguration(host, { ...options, memory, mayAsk: true });
  const { configuration, chain } = opened;
  const bound = bindMemory(memory, opened);
  const selected = options.select?.(configuration) ?? configuration;
  const secrets = secretsOf(configuration);
  log.hide(secrets);
  const { yard, stop } =
    options.afresh === true
      ? openYard(host, { configuration: refresh(selected, bound), chain, log })
      : openYard(host, { configuration: selected, chain, log, memory: rememberSuccesses(bound) });
  return {
    yard,
    configuration,
    secrets,
    async stop() {
      await stop();
      await Promise.all([memory.flush(), log.flush()]);
    },
  };
}

function refresh(configuration: Configuration, memory: ServerMemory): Configuration {
  const servers = configuration.servers.map((server): ServerDefinition => {
    const saved = memory.recall(server.key);
    const enabled = saved?.definitionHash === hashDefinition(server) ? saved.enabled : undefined;
    return { ...server, start: 'eager', enabled: enabled ?? server.enabled };
  });
  return { ...configuration, servers };
}

/** The log of a command that says in its own words what failed, so that only someone who debugs wants the log too. */
export function createCommandLog(host: Host, { debug = false }: CommonOptions): Log {
  return debug ? createStderrLog(host, systemClock, true) : { write: () => undefined };
}
