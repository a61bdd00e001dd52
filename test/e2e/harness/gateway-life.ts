import { expect } from 'vitest';
import { createYardFolder, fixture, type Entry } from './create-yard-folder.ts';
import type { RawClient } from './raw-client.ts';
import { openGateway, type GatewayOptions } from './start-gateway.ts';

/** Servers with which nothing is wrong. */
export const QUIET: Readonly<Record<string, Entry>> = {
  echo: fixture('echo'),
  full: fixture('full'),
  pages: fixture('lists-in-pages'),
  odd: fixture('odd-results'),
};
/** Those among others. */
export const NOISY: Readonly<Record<string, Entry>> = {
  ...QUIET,
  garbage: fixture('prints-garbage'),
  stderr: fixture('fills-stderr'),
  early: fixture('exits-on-start'),
  absent: { command: 'no-such-program-here' },
  dies: fixture('exits-on-call'),
};

/** A short life with a bit of everything in it. */
export async function live(servers: Readonly<Record<string, Entry>>, options: GatewayOptions = {}): Promise<RawClient> {
  // The first list waits until each server runs or is known not to, however busy the machine is.
  const gateway = await openGateway(createYardFolder(servers, { listWaitMs: 60_000 }), options);
  await gateway.toolNames();
  for (const method of ['prompts/list', 'resources/list', 'resources/templates/list', 'no/such/method']) {
    await gateway.request(method);
  }
  for (const tool of ['full:log', 'full:fail', 'odd:unknown_content', 'pages:tool_14', 'nothing', 'dies:exit']) {
    await gateway.call(tool);
  }
  for (const key of Object.keys(servers)) await gateway.call(`${key}:echo`, { text: key });
  expect(await gateway.close()).toMatchObject({ code: 0, signal: null });
  return gateway;
}

/** Nothing but the protocol came on stdout. */
export function expectOnlyMessages(gateway: RawClient): void {
  expect(gateway.noise).toEqual([]);
  expect(gateway.messages.length).toBeGreaterThan(10);
  expect(gateway.messages.filter((message) => message.jsonrpc !== '2.0')).toEqual([]);
}
