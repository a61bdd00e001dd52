import { randomUUID } from 'node:crypto';
import { createLinkPair, type Link } from '@toolyard/core';
import { createGateway } from '@toolyard/gateway';
import { createLocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createMemoryLog, createTestClient } from '@toolyard/testing';
import { expect } from 'vitest';
import { createRawWire } from './create-raw-wire.ts';
import { serveWell } from './serve-well.ts';

/** How a server that may be hostile is begun with, and who is at the other end of its link. */
export interface HostileServer {
  readonly era: 'legacy' | '2026-07-28';
  start(): Link;
}

/** A yard with a server `good` and others, and a client that nobody should be able to disturb. */
export function openHostileYard(servers: Readonly<Record<string, HostileServer>> = {}) {
  const clock = createFakeClock();
  const log = createMemoryLog();
  const eras = Object.fromEntries(Object.entries(servers).map(([key, { era }]) => [key, { era }]));
  const yard = createLocalYard({
    // Calls that a server never answers hold their slots, as the limit wants it.
    configuration: createConfiguration({ good: {}, ...eras }, { healthCheckMs: 100_000_000, concurrentLimit: -1 }),
    links: {
      start({ key }) {
        if (key !== 'good') return Promise.resolve(servers[key]?.start() ?? createRawWire().link);
        const wire = createRawWire();
        serveWell(wire);
        return Promise.resolve(wire.link);
      },
    },
    clock,
    log,
    client: { name: 'toolyard', version: '0' },
    chainId: 'y',
  });
  const gateway = createGateway({ yard, clock, log, info: { name: 'toolyard', version: '0' }, newTaskId: randomUUID });
  const pair = createLinkPair();
  gateway.accept(pair.near);
  const bystander = createTestClient(pair.far);
  return {
    yard,
    gateway,
    clock,
    log,
    bystander,
    /** Somebody else's client still gets the answers of somebody else's server, and nothing went wrong inside. */
    async checkBystanders(text: string): Promise<void> {
      expect(await bystander.callForText('good__echo', { text })).toBe(text);
      expect(log.at('error').filter((line) => line.startsWith('Internal error'))).toEqual([]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    },
    /** Ends everything; nothing that was begun goes on. */
    async close(): Promise<void> {
      await gateway.stop();
      await yard.stop();
      expect(yard.calls.active()).toEqual([]);
    },
  };
}
