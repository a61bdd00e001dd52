import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEvent } from '@toolyard/hooks';
import { listInbox, putInInbox } from '@toolyard/node';
import { waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { followInbox, type FollowedInbox } from './follow-inbox.ts';

interface Followed extends FollowedInbox {
  readonly folder: string;
  readonly taken: NewEvent[];
  readonly told: string[];
  put(...ids: readonly string[]): void;
}

async function follow(take: (events: readonly NewEvent[]) => void = () => undefined): Promise<Followed> {
  const top = await mkdtemp(join(tmpdir(), 'toolyard-inbox-'));
  const folder = join(top, 'inbox');
  const taken: NewEvent[] = [];
  const told: string[] = [];
  const inbox = followInbox({
    folder,
    engine: {
      async enter(events) {
        take(events);
        taken.push(...events);
        return { ended: Promise.resolve([]), known: new Set<string>() };
      },
    },
    onWarning: (message) => told.push(message),
  });
  onTestFinished(async () => {
    await inbox.close();
    await rm(top, { recursive: true });
  });
  const put = (...ids: readonly string[]): void => {
    const values = ids.map((id) => ({ key: id, value: { id, name: 'manual', values: {} } }));
    putInInbox(folder, values, Date.now());
  };
  return { ...inbox, folder, taken, told, put };
}

it('takes all that waits, in order, and removes it', async () => {
  const { folder, taken, told, put, look } = await follow();
  // More than are read at once.
  const ids = Array.from({ length: 501 }, (_, index) => `e-${index}`);
  put(...ids);
  await look();
  expect(taken.map(({ id }) => id)).toEqual(ids);
  expect(await readdir(folder)).toEqual([]);
  expect(told).toEqual([]);
});

it('finds by itself what comes later', async () => {
  const { taken, put } = await follow();
  put('late');
  await waitUntil(() => taken.length === 1);
});

it('keeps what the journal did not take, says so once, and tries again', async () => {
  let isFull = true;
  const { folder, taken, told, put, look } = await follow(() => {
    if (isFull) throw new Error('the disk is full');
  });
  put('e-1');
  await look();
  await look();
  expect(await listInbox(folder)).toHaveLength(1);
  expect(told).toEqual([expect.stringContaining('were not taken, and will be tried again: the disk is full')]);
  isFull = false;
  await look();
  expect(taken).toHaveLength(1);
  expect(await listInbox(folder)).toEqual([]);
});

it('sets aside what is no event', async () => {
  const { folder, taken, told, put, look } = await follow();
  put('good');
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, name), '{"version":1,"value":{"name":"no.such-event","values":{}}}');
  put('better');
  await look();
  expect(taken.map(({ id }) => id)).toEqual(['better']);
  expect(told).toEqual([expect.stringContaining('is broken and is not used')]);
});

it('takes nothing when it is closed', async () => {
  const { folder, taken, put, look, close } = await follow();
  await close();
  put('e-1');
  await look();
  expect(taken).toEqual([]);
  expect(await listInbox(folder)).toHaveLength(1);
});
