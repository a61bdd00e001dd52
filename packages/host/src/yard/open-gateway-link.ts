import { createLinkPair, type Link, type Log } from '@toolyard/core';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { Host } from '../ports/host.ts';
import { linkToRunningYard } from './join-running-yard.ts';
import type { YardPlace } from './locate-yard.ts';
import { toUnsteady } from './open-yard.ts';
import { startBackgroundYard } from './start-background-yard.ts';
import { startYard, type StartedYard, type StartOptions } from './start-yard.ts';

/** What is needed to find or make a gateway for one client. */
export interface GatewayLinkOptions extends NamedConfiguration, Pick<StartOptions, 'about'> {
  readonly place: YardPlace;
  readonly log: Log;
  /** Where no yard runs, one is started in the background and not in this process. */
  readonly shared?: boolean;
  /** Told where the yard had to be started in this process, which then has to stop it. */
  onStarted(started: StartedYard): void;
}

const TRIES = 5;

/** A link to the gateway of the running yard, or of one that is started now. Rejects where none can be had. */
export async function openGatewayLink(host: Host, options: GatewayLinkOptions): Promise<Link> {
  const { place, log, shared, onStarted } = options;
  // Of several that look at the same moment one starts the yard, and it may end before the others have joined.
  for (let tries = 0; tries < TRIES; tries++) {
    const link = await linkToRunningYard(place, log);
    if (link !== undefined) return link;
    if (shared === true) {
      await startBackgroundYard(host, options);
      continue;
    }
    const started = await startYard(host, { ...options, shown: log, reach: 'shared' });
    if (started === undefined) continue;
    onStarted(started);
    const pair = createLinkPair();
    started.gateway.accept(pair.near);
    return pair.far;
  }
  throw toUnsteady(place);
}
