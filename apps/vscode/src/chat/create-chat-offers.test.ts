import { describe, expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import type { Folder, Folders } from '../folder/folder.ts';
import { createChatOffers, type ChatOffers } from './create-chat-offers.ts';
import type { ChatOffer } from './find-chat-offer.ts';

interface Bench {
  readonly offers: ChatOffers;
  readonly told: string[];
  /** How often listeners were called. */
  changes: number;
  readonly watched: Map<string, () => void>;
  set(...folders: readonly Folder[]): void;
  offer(path: string, offer: ChatOffer): void;
}

function createBench(...first: readonly Folder[]): Bench {
  let folders = first;
  const hearers = new Set<() => void>();
  const known = new Map<string, ChatOffer>();
  const watched = new Map<string, () => void>();
  const told: string[] = [];
  const window: Folders = {
    list: () => folders,
    of: () => undefined,
    onChange(listener) {
      hearers.add(listener);
      return () => void hearers.delete(listener);
    },
  };
  const offers = createChatOffers({
    folders: window,
    find: async ({ path }) => ({
      offer: known.get(path) ?? { kind: 'offered', file: `${path}/toolyard.json`, version: '1' },
      files: [`${path}/toolyard.json`],
    }),
    watch(file, onChange) {
      watched.set(file, onChange);
      return { close: () => void watched.delete(file) };
    },
    tell: (message) => void told.push(message),
  });
  const bench: Bench = {
    offers,
    told,
    watched,
    changes: 0,
    set(...next) {
      folders = next;
      for (const hear of hearers) hear();
    },
    offer(path, offer) {
      known.set(path, offer);
      watched.get(`${path}/toolyard.json`)?.();
    },
  };
  offers.onChange(() => void bench.changes++);
  return bench;
}

const folder = (path: string, name = path.slice(1)): Folder => createFakeFolder({}, { name, path });

async function list({ offers }: Bench): Promise<string[]> {
  return (await offers.list()).map(({ label, version, folder: { path } }) => `${label} ${version} ${path}`);
}

describe('createChatOffers', () => {
  it('names one folder Toolyard, and several after themselves', async () => {
    const bench = createBench(folder('/a'));
    expect(await list(bench)).toEqual(['Toolyard 1 /a']);
    bench.set(folder('/a'), folder('/b'), folder('/c/b', 'b'));
    expect(await list(bench)).toEqual(['Toolyard (a) 1 /a', 'Toolyard (/b) 1 /b', 'Toolyard (/c/b) 1 /c/b']);
  });

  it('offers a configuration that folders share once', async () => {
    const bench = createBench(folder('/a'), folder('/b'));
    await bench.offers.list();
    const shared: ChatOffer = { kind: 'offered', file: '/home/me/toolyard.json', version: '2' };
    bench.offer('/a', shared);
    bench.offer('/b', shared);
    expect(await list(bench)).toEqual(['Toolyard 2 /a']);
  });

  it('tells of a change of a file where that changes what is offered, and why nothing is', async () => {
    const bench = createBench(folder('/a'));
    await bench.offers.list();
    const { changes } = bench;
    bench.watched.get('/a/toolyard.json')?.();
    await bench.offers.list();
    expect(bench.changes).toBe(changes);
    bench.offer('/a', { kind: 'withheld', reason: 'x is a Toolyard already' });
    expect(await list(bench)).toEqual([]);
    expect(bench.changes).toBe(changes + 1);
    expect(bench.told).toEqual(['The tools of a are not offered to chat: x is a Toolyard already.']);
  });

  it('tells of folders that come and go, and watches the files of those that are there', async () => {
    const bench = createBench(folder('/a'));
    await bench.offers.list();
    const { changes } = bench;
    bench.set(folder('/b'));
    await bench.offers.list();
    expect(bench.changes).toBeGreaterThan(changes);
    expect([...bench.watched.keys()]).toEqual(['/b/toolyard.json']);
    bench.offers.stop();
    expect(bench.watched.size).toBe(0);
  });
});
