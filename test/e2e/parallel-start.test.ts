import { expect, it } from 'vitest';
import { createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { startGateway } from './harness/start-gateway.ts';

const KEYS = Array.from({ length: 12 }, (_, index) => `slow-${index}`);

it('starts twelve servers that take a second each in about a second', async () => {
  const servers = Object.fromEntries(KEYS.map((key) => [key, fixture('slow-start', ['1000'])]));
  const gateway = startGateway(createYardFolder(servers, { listWaitMs: 60_000, naming: 'colon' }));
  const startedAt = performance.now();
  await gateway.initialize();
  const initializedAt = performance.now();
  expect(await gateway.toolNames()).toEqual(KEYS.map((key) => `${key}:echo`));
  const listedAt = performance.now();
  // The handshake waits for no server; one after another they would take twelve seconds and more.
  expect(initializedAt - startedAt).toBeLessThan(listedAt - startedAt);
  expect(listedAt - startedAt).toBeLessThan(6000);
  const texts = await Promise.all(KEYS.map((key) => gateway.text(`${key}:echo`, { text: key })));
  expect(texts).toEqual(KEYS);
  expect(gateway.stderr).toBe('');
});
