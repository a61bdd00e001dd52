import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { createMarker, createYardFolder, fixture, type Entry } from './create-yard-folder.ts';
import type { RawClient } from './raw-client.ts';
import { openGateway } from './start-gateway.ts';

const GONE_WITHIN_MS = 5000;

interface Opened {
  readonly gateway: RawClient;
  readonly marker: string;
}

/** A gateway whose servers run, each under its own way of starting. */
export async function openMarked(
  servers: (marker: string) => Record<string, Entry>,
  expected: number,
): Promise<Opened> {
  const marker = createMarker();
  const gateway = await openGateway(createYardFolder(servers(marker)));
  await gateway.toolNames();
  await waitUntil(() => findProcesses(marker).length >= expected, 20_000);
  return { gateway, marker };
}

function throughShell(name: string, marker: string): Entry {
  const { command, args } = fixture(name);
  const line = [command, ...(Array.isArray(args) ? args : [])].map((word) => `'${word}'`).join(' ');
  // Two commands, so that the shell stays between the gateway and the server.
  return { command: 'sh', args: ['-c', `${line}; true`], env: { MARKER: marker } };
}

const FAMILY = (marker: string): Record<string, Entry> => ({
  grandchildren: fixture('has-grandchildren', [], marker),
  shell: throughShell('echo', marker),
  good: fixture('echo', [], marker),
});
/** The three servers, the shell, and the two shells with a sleep each. */
const FAMILY_SIZE = 8;

/** How a gateway comes to its end, and with which exit code. */
interface Way {
  end(gateway: RawClient): unknown;
  readonly code: number | null;
}

/** All ways, by when it is. */
export const WAYS = {
  'its stdin is closed': { end: (gateway) => gateway.child.stdin.end(), code: 0 },
  'SIGTERM comes': { end: (gateway) => gateway.child.kill('SIGTERM'), code: 0 },
  'SIGINT comes': { end: (gateway) => gateway.child.kill('SIGINT'), code: 130 },
  'it is killed with -9': { end: (gateway) => gateway.child.kill('SIGKILL'), code: null },
} satisfies Readonly<Record<string, Way>>;

/** Servers and grandchildren are gone within 5 s. */
export async function expectNothingLeft(when: keyof typeof WAYS): Promise<void> {
  const { end, code } = WAYS[when];
  const { gateway, marker } = await openMarked(FAMILY, FAMILY_SIZE);
  end(gateway);
  await waitUntil(() => findProcesses(marker).length === 0, GONE_WITHIN_MS);
  expect(await gateway.ended).toMatchObject({ code, signal: code === null ? 'SIGKILL' : null });
  expect(gateway.stderr).toBe('');
}

/** A server that ignores the end of its input and SIGTERM is forced, after the time that each of them gives it. */
export async function expectForced(when: keyof typeof WAYS): Promise<void> {
  const { end, code } = WAYS[when];
  const { gateway, marker } = await openMarked((each) => ({ stubborn: fixture('ignores-end', [], each) }), 1);
  const askedAt = performance.now();
  end(gateway);
  await waitUntil(() => findProcesses(marker).length === 0, GONE_WITHIN_MS);
  expect((await gateway.ended).code).toBe(code);
  // One second each to leave after the end of its input and after SIGTERM, and never more than those.
  expect(performance.now() - askedAt).toBeGreaterThan(code === null ? 0 : 1500);
  expect(performance.now() - askedAt).toBeLessThan(4500);
}
