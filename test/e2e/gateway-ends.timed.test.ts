import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createMarker, createYardFolder, fixture, type Entry } from './harness/create-yard-folder.ts';
import type { RawClient } from './harness/raw-client.ts';
import { openGateway } from './harness/start-gateway.ts';

const GONE_WITHIN_MS = 5000;

interface Opened {
  readonly gateway: RawClient;
  readonly marker: string;
}

/** A gateway whose servers run, each under its own way of starting. */
async function open(servers: (marker: string) => Record<string, Entry>, expected: number): Promise<Opened> {
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

const WAYS: readonly (readonly [string, (gateway: RawClient) => unknown, number | null])[] = [
  ['its stdin is closed', (gateway) => gateway.child.stdin.end(), 0],
  ['SIGTERM comes', (gateway) => gateway.child.kill('SIGTERM'), 0],
  ['SIGINT comes', (gateway) => gateway.child.kill('SIGINT'), 130],
  ['it is killed with -9', (gateway) => gateway.child.kill('SIGKILL'), null],
];

describe('nothing is left of servers and grandchildren', () => {
  it.each(WAYS)('within 5 s when %s', async (_when, end, code) => {
    const { gateway, marker } = await open(FAMILY, FAMILY_SIZE);
    end(gateway);
    await waitUntil(() => findProcesses(marker).length === 0, GONE_WITHIN_MS);
    expect(await gateway.ended).toMatchObject({ code, signal: code === null ? 'SIGKILL' : null });
    expect(gateway.stderr).toBe('');
  });

  it.each(WAYS)('that ignores the end of its input and SIGTERM when %s', async (_when, end, code) => {
    const { gateway, marker } = await open((each) => ({ stubborn: fixture('ignores-end', [], each) }), 1);
    const askedAt = performance.now();
    end(gateway);
    await waitUntil(() => findProcesses(marker).length === 0, GONE_WITHIN_MS);
    expect((await gateway.ended).code).toBe(code);
    // One second each to leave after the end of its input and after SIGTERM, and never more than those.
    expect(performance.now() - askedAt).toBeGreaterThan(code === null ? 0 : 1500);
    expect(performance.now() - askedAt).toBeLessThan(4500);
  });

  it('takes no grace that a well-behaved server does not need', async () => {
    const { gateway } = await open((marker) => ({ good: fixture('echo', [], marker) }), 1);
    const askedAt = performance.now();
    await gateway.close();
    expect(performance.now() - askedAt).toBeLessThan(1000);
  });

  it('while servers are still starting', async () => {
    const marker = createMarker();
    const gateway = await openGateway(
      createYardFolder({ slow: fixture('slow-start', ['60000'], marker), mute: fixture('never-answers', [], marker) }),
    );
    await waitUntil(() => findProcesses(marker).length === 2, 20_000);
    expect(await gateway.close()).toMatchObject({ code: 0 });
    expect(findProcesses(marker)).toEqual([]);
  });
});
