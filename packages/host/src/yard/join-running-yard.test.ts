import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONTROL_METHODS,
  CONTROL_PROTOCOL,
  createNotification,
  createResponse,
  DEFAULT_SETTINGS,
  type Link,
} from '@toolyard/core';
import { listenExclusively } from '@toolyard/node';
import { createMemoryLog } from '@toolyard/testing';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { findRunningProgram, joinRunningYard, linkToRunningYard } from './join-running-yard.ts';
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

const STATE = {
  servers: [],
  configuration: { servers: [], settings: DEFAULT_SETTINGS },
  calls: { active: [], history: [], stopped: false },
};

/** A yard without servers that tells who runs it; gives the methods that it was asked for. */
async function hostTelling(about: object): Promise<string[]> {
  const asked: string[] = [];
  const answers: Readonly<Record<string, object>> = { [CONTROL_METHODS.about]: about, [CONTROL_METHODS.state]: STATE };
  await host((peer) =>
    peer.receive(({ id = 0, method = '' }) => {
      asked.push(method);
      return peer.send(createResponse(id, JSON.stringify(answers[method] ?? {})));
    }),
  );
  return asked;
}

const NEWER = { program: 'toolyard up', pid: 12, version: '99.0.0', protocol: 2, isBackground: true, links: 1 };
const REFUSAL = {
  code: 'version-mismatch',
  message:
    'The Toolyard that runs /c.json (process 12) is version 99.0.0, and this is version 0.0.0. They cannot work together. ' +
    'Restart this program if Toolyard was updated meanwhile, or update this Toolyard, or stop the running one with "toolyard down --config /c.json", then try again.',
};

it('asks nothing but who runs it of a yard that speaks another protocol', async () => {
  const asked = await hostTelling(NEWER);
  await expect(joinRunningYard(place, createMemoryLog())).rejects.toMatchObject(REFUSAL);
  await expect(link()).rejects.toMatchObject(REFUSAL);
  expect(asked).toEqual([CONTROL_METHODS.about, CONTROL_METHODS.about]);
});

it('joins a yard of another version that speaks the same protocol', async () => {
  const about = { ...NEWER, protocol: CONTROL_PROTOCOL };
  const asked = await hostTelling(about);
  const joined = await joinRunningYard(place, createMemoryLog());
  expect(joined?.servers()).toEqual([]);
  expect(await joined?.about()).toEqual(about);
  expect(asked).toContain(CONTROL_METHODS.follow);
  await joined?.stop();
});

it('finds the program that runs a yard whatever protocol it speaks, and ends it', async () => {
  const asked = await hostTelling(NEWER);
  const found = await findRunningProgram(place, createMemoryLog());
  expect(found?.about).toEqual(NEWER);
  await found?.program.end();
  await found?.program.stop();
  expect(asked).toEqual([CONTROL_METHODS.about, CONTROL_METHODS.end]);
});
