import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNotification, createResponse, type Link } from '@toolyard/core';
import { listenExclusively } from '@toolyard/node';
import { createMemoryLog } from '@toolyard/testing';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { linkToRunningYard } from './join-running-yard.ts';
import type { YardPlace } from './locate-yard.ts';

let folder = '';
let place: YardPlace;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  const socket = join(folder, 'socket/yard.sock');
  place = { kind: 'option', file: '/c.json', stateFolder: folder, logFile: join(folder, 'log.jsonl'), socket };
});
afterEach(() => rm(folder, { recursive: true }));

async function host(onLink: (link: Link) => void): Promise<void> {
  const hosted = await listenExclusively({ path: place.socket, onLink });
  onTestFinished(() => hosted?.close());
}

const link = (limitMs?: number): Promise<Link | undefined> => linkToRunningYard(place, createMemoryLog(), limitMs);

it('gives no link to a yard that takes connections and does not answer', async () => {
  await host(() => undefined);
  await expect(link(50)).rejects.toMatchObject({
    code: 'socket-unavailable',
    message: 'The Toolyard that runs /c.json does not answer. Stop it, then try again.',
  });
});

it('finds no yard where it ends before it answers', async () => {
  await host((link) => void link.close());
  expect(await link()).toBeUndefined();
});

it('hands on all that comes after the answer, and not the answer itself', async () => {
  await host((link) =>
    link.receive((frame) => {
      void link.send(createResponse(frame.id ?? 0, '{}'));
      void link.send(createNotification('first'));
      return link.send(createNotification('second'));
    }),
  );
  const joined = await link();
  const methods = await new Promise<unknown[]>((resolve) => {
    const received: unknown[] = [];
    joined?.receive((frame) => {
      received.push(frame.method);
      if (received.length === 2) resolve(received);
      return undefined;
    });
  });
  expect(methods).toEqual(['first', 'second']);
  await joined?.close();
});
