import {
  secretsOf,
  type Configuration,
  type Log,
  type Relay,
  type ServerDefinition,
  type ServerMemory,
  type ShownConfiguration,
  type ToolCaller,
  type Yard,
} from '@toolyard/core';
import type { Gateway } from '@toolyard/gateway';
import { teeLog } from '@toolyard/node';
import { hashDefinition, type JoinedYard } from '@toolyard/runtime';
import { bindMemory } from '../configuration/bind-memory.ts';
import { openConfiguration } from '../configuration/open-configuration.ts';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { Host } from '../ports/host.ts';
import { createFollowedYard, type FollowedYardOptions } from './create-followed-yard.ts';
import { createOwnYard, type OwnYard } from './create-own-yard.ts';
import { joinRunningYard } from './join-running-yard.ts';
import { keepHistory } from './keep-history.ts';
import { locateYard, type YardPlace } from './locate-yard.ts';
import { rememberSuccesses } from './remember-successes.ts';
import { withRespondent } from './with-respondent.ts';
import { withYardState, type YardState } from './with-yard-state.ts';

/** A yard to work with, of this process or of another one; where it follows its file, so do its members. */
export interface UsedYard {
  readonly yard: Yard;
  /** Calls tools; what their servers ask goes to the host. */
  readonly caller: ToolCaller;
  /** The whole configuration as it counts now, whatever part of it runs. */
  readonly configuration: ShownConfiguration;
  /** The yard is that of another process, and was there before. */
  readonly isJoined: boolean;
  readonly place: YardPlace;
  /** Resolves when the yard of another process is gone; absent for one of this process. */
  readonly gone?: Promise<void> | undefined;
  /** The secrets of the servers that this process started. */
  readonly secrets?: readonly string[];
  /** Why a running yard is not as its file says, for people. */
  readonly configurationProblem?: string | undefined;
}

/** Which yard is used, and how one is started where none runs. */
export interface UseYardOptions extends NamedConfiguration {
  /** What people see of the log. */
  readonly shown: Log;
  /** The servers that are started where no yard runs. */
  readonly select?: (configuration: Configuration) => Configuration;
  /** Where none runs, all servers are started, and follow the file for as long as the yard is used. */
  readonly follows?: boolean;
  /** Starts servers of its own in any case, and takes nothing from earlier runs but the switches. */
  readonly afresh?: boolean;
  /** Hears the log of servers that were started. */
  readonly listener?: Log;
  /** Aborted, it takes back what people are asked before servers start; `interrupted` is thrown then. */
  readonly signal?: AbortSignal;
}

/**
 * Does one thing on the yard that runs on a configuration, else on one of its own that nobody can join, which is stopped
 * fully before this resolves.
 */
export async function useYard<Result>(
  host: Host,
  options: UseYardOptions,
  use: (used: UsedYard) => Promise<Result>,
): Promise<Result> {
  const place = await locateYard(host.surroundings, options);
  // Commands show nothing of the log, and people have to know of another version.
  const joined = options.afresh === true ? undefined : await joinRunningYard(place, options.shown, host);
  const used = joined === undefined ? await openOwn(host, options, place) : toUsed(host, joined, place);
  try {
    return await use(used);
  } finally {
    await used.close();
  }
}

/** A yard with whoever serves its clients. */
export type ServedYard =
  | { readonly kind: 'own'; readonly yard: Yard; readonly gateway: Gateway }
  | { readonly kind: 'joined'; readonly yard: JoinedYard };

/** A yard that has to be closed after its use. */
export interface ClosableYard extends UsedYard {
  /** Who serves its clients: the gateway of this process, or the process that it was joined in; absent where nobody does. */
  readonly served?: ServedYard;
  /** Resolves when nothing of it is left in this process. */
  close(): Promise<void>;
}

/** The yard of another process, for use. */
export function toUsed({ respondent }: Pick<Host, 'respondent'>, joined: JoinedYard, place: YardPlace): ClosableYard {
  return {
    yard: joined,
    caller: withRespondent(joined.caller, respondent),
    get configuration() {
      return joined.configuration();
    },
    get configurationProblem() {
      return joined.configurationProblem();
    },
    gone: joined.ended,
    isJoined: true,
    place,
    served: { kind: 'joined', yard: joined },
    close: () => joined.stop(),
  };
}

/** A yard of this process that follows its file, for use. */
export function toFollowing(
  { respondent }: Pick<Host, 'respondent'>,
  { yard, gateway, stop }: { readonly yard: Yard & Relay; readonly gateway?: Gateway; stop(): Promise<void> },
  place: YardPlace,
): ClosableYard {
  return {
    yard,
    caller: withRespondent(yard.caller, respondent),
    get configuration() {
      return yard.configuration();
    },
    get secrets() {
      return secretsOf(yard.configuration());
    },
    get configurationProblem() {
      return yard.configurationProblem();
    },
    isJoined: false,
    place,
    ...(gateway !== undefined && { served: { kind: 'own', yard, gateway } }),
    close: stop,
  };
}

async function openOwn(host: Host, options: UseYardOptions, place: YardPlace): Promise<ClosableYard> {
  const { shown, listener } = options;
  const heard = listener === undefined ? shown : teeLog(shown, listener);
  return withYardState(host, { place, shown: heard }, (state) => startOwn(host, { ...options, place }, state));
}

async function startOwn(
  host: Host,
  { place, ...options }: UseYardOptions & { readonly place: YardPlace },
  { log, memory, flush }: YardState,
): Promise<ClosableYard> {
  const opened = await openConfiguration(host, { ...options, memory });
  // Afresh, it was not looked for a yard that runs.
  await memory.settleUnusable?.(options.afresh === true ? 'leave' : 'set-aside');
  log.hide(secretsOf(opened.configuration));
  const parts = { opened, memory, log };
  const { yard, stop } =
    options.follows === true ? createFollowedYard(host, parts) : createFixedYard(host, parts, options);
  const history = keepHistory({ yard, stateFolder: place.stateFolder, log });
  async function close(): Promise<void> {
    await stop();
    await history.end();
    await flush();
  }
  if (options.follows === true) return toFollowing(host, { yard, stop: close }, place);
  const { configuration } = opened;
  const caller = withRespondent(yard.caller, host.respondent);
  return { yard, caller, configuration, secrets: secretsOf(configuration), isJoined: false, place, close };
}

function createFixedYard(
  host: Host,
  { opened, memory, log }: FollowedYardOptions,
  { select, afresh }: Pick<UseYardOptions, 'select' | 'afresh'>,
): OwnYard {
  const { configuration, chain } = opened;
  const bound = bindMemory(memory, opened);
  const selected = select?.(configuration) ?? configuration;
  const common = { chain, log, isForOneCommand: true };
  return afresh === true
    ? createOwnYard(host, { ...common, configuration: refresh(selected, bound) })
    : createOwnYard(host, { ...common, configuration: selected, memory: rememberSuccesses(bound) });
}

function refresh(configuration: Configuration, memory: ServerMemory): Configuration {
  const servers = configuration.servers.map((server): ServerDefinition => {
    const saved = memory.recall(server.key);
    const enabled = saved?.definitionHash === hashDefinition(server) ? saved.enabled : undefined;
    return { ...server, start: 'eager', enabled: enabled ?? server.enabled };
  });
  return { ...configuration, servers };
}
