import { randomUUID } from 'node:crypto';
import {
  CONTROL_PROTOCOL,
  type Link,
  type Log,
  type Relay,
  secretsOf,
  ToolyardError,
  VERSION,
  type Yard,
  type YardAbout,
} from '@toolyard/core';
import { createGateway, type Gateway, type YardProgram } from '@toolyard/gateway';
import { listenExclusively, systemDelay, type ExclusiveListener } from '@toolyard/node';
import { openConfiguration, type OpenConfiguration, type OpenOptions } from '../configuration/open-configuration.ts';
import { endAs, untilEnded } from '../lifetime/until-ended.ts';
import type { Host } from '../ports/host.ts';
import { createFollowedYard, type FollowedYardOptions } from './create-followed-yard.ts';
import { createJoinedLinks, type JoinedLinks } from './create-joined-links.ts';
import { keepHistory } from './keep-history.ts';
import type { YardPlace } from './locate-yard.ts';
import { withYardState, type YardState } from './with-yard-state.ts';

/** How long clients that are waiting are answered from what is remembered before servers take the machine, in milliseconds. */
const HEAD_START_MS = 100;

export interface StartOptions extends Omit<OpenOptions, 'memory'> {
  readonly place: YardPlace;
  /** What people see of the log. */
  readonly shown: Log;
  /**
   * Where another yard runs on this configuration, this one runs beside it, unreachable for others (`own`), or does not
   * start (`shared`). Where others cannot reach it at all, it is of no use if it is `only-shared`.
   */
  readonly reach: 'own' | 'shared' | 'only-shared';
  /** Called when the configuration was found good, before anything of it starts; what it throws ends the start. */
  prepare?(): Promise<void>;
  /** What this program tells those who join the yard; only the host's name where it is absent. */
  about?(): Pick<YardAbout, 'program' | 'pid' | 'url'>;
  /** Ends this program because somebody who joined asks for it; nobody can where it is absent. */
  end?(): void;
}

/** A yard of this process that others can join, and that follows its configuration file. */
export interface StartedYard {
  readonly yard: Yard & Relay;
  readonly gateway: Gateway;
  readonly opened: OpenConfiguration;
  readonly log: Log;
  /** Who else uses it. */
  readonly joined: JoinedLinks;
  /** Reads the configuration file again. */
  reload(): void;
  /** Resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** Starts the yard of a configuration in this process; `undefined` where there is one already and only one may be. */
export async function startYard(host: Host, options: StartOptions): Promise<StartedYard | undefined> {
  await untilEnded(options.place.socket);
  return withYardState(host, options, (state) => start(host, options, state));
}

async function start(host: Host, options: StartOptions, state: YardState): Promise<StartedYard | undefined> {
  const { place, reach } = options;
  const { log, memory } = state;
  const opened = await openConfiguration(host, { ...options, memory });
  const joined = createJoinedLinks();
  const socket = await listen(place, joined, (error) => {
    if (reach === 'only-shared') throw error;
    // It still serves its own client.
    log.write('warning', `This Toolyard is not shared. ${error.message}`);
  });
  if (socket === 'taken' && reach !== 'own') return undefined;
  try {
    await options.prepare?.();
    // Only who listens can be sure that no other yard uses these files.
    await memory.settleUnusable?.(typeof socket === 'object' ? 'set-aside' : 'leave');
  } catch (error) {
    if (socket !== 'taken') await socket?.close();
    throw error;
  }
  log.hide(secretsOf(opened.configuration));
  const { about = () => ({ program: host.info.name }), end } = options;
  const program: YardProgram = {
    about: () => ({
      ...about(),
      version: VERSION,
      protocol: CONTROL_PROTOCOL,
      isBackground: end !== undefined,
      links: joined.count,
    }),
    end,
  };
  const running = runYard(host, { opened, memory, log, program });
  const history = keepHistory({ yard: running.yard, stateFolder: place.stateFolder, log });
  joined.receiveWith((link: Link) => void running.gateway.accept(link, { trusted: true }));
  return {
    ...running,
    opened,
    log,
    joined,
    stop: () =>
      endAs(place.socket, async () => {
        // Who joined looks for another yard at once, while the servers of this one are ending.
        if (socket !== 'taken') await socket?.close();
        await running.stop();
        await history.end();
        await state.flush();
      }),
  };
}

function runYard(
  host: Host,
  { program, ...options }: FollowedYardOptions & { readonly program: YardProgram },
): Pick<StartedYard, 'yard' | 'gateway' | 'reload' | 'stop'> {
  const { yard, reload, unfollow, stop } = createFollowedYard(host, {
    ...options,
    headStart: systemDelay(HEAD_START_MS),
  });
  const gateway = createGateway({
    yard,
    clock: host.clock,
    log: options.log,
    info: host.info,
    newTaskId: randomUUID,
    program,
  });
  return {
    yard,
    gateway,
    reload,
    async stop() {
      await unfollow();
      await gateway.stop();
      await stop();
    },
  };
}

async function listen(
  { socket: path }: YardPlace,
  joined: JoinedLinks,
  onRefused: (error: ToolyardError) => void,
): Promise<ExclusiveListener | 'taken' | undefined> {
  try {
    return (await listenExclusively({ path, onLink: (link) => joined.add(link) })) ?? 'taken';
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    onRefused(error);
    return undefined;
  }
}
