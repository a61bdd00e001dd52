import { randomBytes } from 'node:crypto';
import { createRedactor, secretsOf, toMessage, type YardEvent } from '@toolyard/core';
import { createLocalYard, type LocalYard, type YardOptions } from '@toolyard/runtime';
import type { Host } from '../ports/host.ts';
import { createLinkStarter } from './create-link-starter.ts';

export interface OwnYardOptions extends Omit<
  YardOptions,
  'links' | 'clock' | 'redact' | 'client' | 'chainId' | 'onManyCalls'
> {
  /** The configurations that led here, this one last. */
  readonly chain: readonly string[];
}

/** The part of a host that servers in its process need. */
export type OwnYardHost = Pick<Host, 'surroundings' | 'info' | 'clock' | 'builtins' | 'onManyCalls'>;

/** A yard with its own processes; `stop` resolves when nothing of it is left. */
export interface OwnYard {
  readonly yard: LocalYard;
  stop(): Promise<void>;
}

/** Starts the servers of a configuration in this process. */
export function createOwnYard(host: OwnYardHost, options: OwnYardOptions): OwnYard {
  const { log } = options;
  const starter = createLinkStarter(host, options);
  const yard = createLocalYard({
    ...options,
    links: starter,
    clock: host.clock,
    client: host.info,
    onManyCalls: () => host.onManyCalls?.(),
    // Short, since it goes with every request.
    chainId: randomBytes(9).toString('base64url'),
    redact: (text, server) => createRedactor(secretsOf({ servers: [server] }))(text),
  });
  yard.on((event) => log.write('debug', ...describeEvent(event)));
  return {
    yard,
    async stop() {
      await yard.stop().catch((error: unknown) => log.write('error', `Stopping failed: ${toMessage(error)}`));
      await starter.stop();
    },
  };
}

function describeEvent(event: YardEvent): [text: string, server?: string] {
  if (event.type === 'catalogue-changed') return [`its ${event.kind} changed`, event.server];
  if (event.type === 'configuration-changed') return ['the configuration changed'];
  if (event.type === 'server-auto-disabled') return [`was auto-disabled: ${event.reason}`, event.key];
  const { key, state, phase, tools } = event.status;
  return [`is ${state}${phase === undefined ? '' : ` (${phase})`} with ${tools} tools`, key];
}
