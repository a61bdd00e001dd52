import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createMarker, createYardFolder, fixture } from './harness/create-yard-folder.ts';
import type { RawClient } from './harness/raw-client.ts';
import { openGateway } from './harness/start-gateway.ts';

const MEGABYTE = 1024 * 1024;
const COUNT = 200;
const STILL_MS = 700;

interface Flooded {
  readonly gateway: RawClient;
  readonly marker: string;
  readonly call: number;
  sent(): number;
}

/** A client that stops reading while a server sends 200 MB; resolves when nothing moves any more. */
async function floodUnread(): Promise<Flooded> {
  const place = createYardFolder();
  const marker = createMarker();
  const counter = place.write('sent', '0');
  place.write('servers.json', { mcpServers: { floods: fixture('floods', [counter], marker) } });
  const gateway = await openGateway(place);
  await gateway.toolNames();
  gateway.child.stdout.pause();
  const call = gateway.ask('tools/call', { name: 'floods:flood', arguments: { count: COUNT, bytes: MEGABYTE } });
  const sent = (): number => Number(readFileSync(join(place.folder, 'sent'), 'utf8'));
  await waitUntil(() => sent() > 0, 20_000);
  await standsStill(sent);
  return { gateway, marker, call, sent };
}

async function standsStill(value: () => number): Promise<void> {
  let last = value();
  let since = performance.now();
  await waitUntil(() => {
    const now = value();
    if (now !== last) [last, since] = [now, performance.now()];
    return performance.now() - since > STILL_MS;
  }, 60_000);
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

describe('a client that stops reading', { timeout: 120_000 }, () => {
  it('holds the server back, costs the gateway little memory, and loses nothing', async () => {
    const { gateway, call, sent } = await floodUnread();
    expect(sent()).toBeLessThan(COUNT / 4);
    expect(residentMegabytes(gateway.pid)).toBeLessThan(256);
    gateway.child.stdout.resume();
    await gateway.answerTo(call, 60_000);
    const logged = gateway.messages.filter((message) => message.method === 'notifications/message');
    expect(logged).toHaveLength(COUNT);
    expect(logged.every((message) => message.line.length > MEGABYTE)).toBe(true);
    expect(gateway.noise).toEqual([]);
  });

  it('does not keep the gateway from ending when it goes away', async () => {
    const { gateway, marker } = await floodUnread();
    const exited = new Promise((resolve) => gateway.child.once('exit', resolve));
    gateway.child.stdin.end();
    await waitUntil(() => findProcesses(marker).length === 0, 10_000);
    expect(await exited).toBe(0);
  });
});
