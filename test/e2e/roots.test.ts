import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT, type YardFolder } from './harness/create-yard-folder.ts';
import type { RawClient } from './harness/raw-client.ts';
import { startGateway } from './harness/start-gateway.ts';
import { createSharedFolder } from './shared/shared-folder.ts';

const script = join(ROOT, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const allowed = 'files__list_allowed_directories';

/** A client whose one root is a folder of that name. */
async function joinWithRoot(place: YardFolder, name: string): Promise<{ client: RawClient; root: string }> {
  const root = join(realpathSync(place.folder), name);
  mkdirSync(root);
  const client = startGateway(place, { words: ['--shared'] });
  const answered = new Set<unknown>();
  client.child.stdout.on('data', () => {
    for (const { id, method } of client.messages) {
      if (method !== 'roots/list' || answered.has(id)) continue;
      answered.add(id);
      client.send({ id, result: { roots: [{ uri: pathToFileURL(root).href }] } });
    }
  });
  await client.initialize('2025-11-25', { roots: { listChanged: true } });
  await client.toolNames();
  return { client, root };
}

async function untilAllowed(client: RawClient, folder: string): Promise<void> {
  const ask = (): Promise<string> => client.text(allowed);
  await expect.poll(ask, { timeout: 60_000 }).toBe(`Allowed directories:\n${folder}`);
}

it('gives a shared server the roots of its first client, and those of the other when the first has left', async () => {
  const place = createSharedFolder({ files: { command: process.execPath, args: [script, ROOT] } });
  const one = await joinWithRoot(place, 'one');
  await untilAllowed(one.client, one.root);
  const two = await joinWithRoot(place, 'two');
  expect(await two.client.text(allowed)).toBe(`Allowed directories:\n${one.root}`);
  await one.client.close();
  await untilAllowed(two.client, two.root);
});
