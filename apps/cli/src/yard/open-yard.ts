import { randomUUID } from 'node:crypto';
import { createRedactor, secretsOf, toMessage, type YardEvent } from '@toolyard/core';
import { systemClock } from '@toolyard/node';
import { createYard, type LocalYard, type YardOptions } from '@toolyard/runtime';
import type { Host } from '../host/host.ts';
import { VERSION } from '../version.ts';
import { createLinkStarter } from './create-link-starter.ts';

/** What a yard of this process is made from. */
export interface OpenYardOptions extends Omit<YardOptions, 'links' | 'clock' | 'redact' | 'client' | 'chainId'> {
  /** The configurations that led here, this one last. */
  readonly chain: readonly string[];
}

/** A yard with its own processes; `stop` resolves when nothing of it is left. */
export interface OpenYard {
  readonly yard: LocalYard;
  stop(): Promise<void>;
}

/** Starts the servers of a configuration in this process. */
export function openYard(host: Pick<Host, 'env' | 'platform' | 'homeDir'>, options: OpenYardOptions): OpenYard {
  const { chain, log } = options;
  const starter = createLinkStarter(host, { chain, log });
  const yard = createYard({
    ...options,
    links: starter,
    clock: systemClock,
    client: { name: 'toolyard', version: VERSION },
    chainId: randomUUID(),
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
  if (event.type === 'server-auto-disabled') return [`is not tried any more: ${event.reason}`, event.key];
  const { key, state, phase, tools } = event.status;
  return [`is ${state}${phase === undefined ? '' : ` (${phase})`} with ${tools} tools`, key];
}
