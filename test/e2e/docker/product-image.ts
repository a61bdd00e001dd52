import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sendTar, withLibraries, type TestEngine } from '@toolyard/testing';
import { afterAll, beforeAll } from 'vitest';
import { packPackage } from '../cli/install-package.ts';
import { createMarker, ROOT } from '../harness/create-yard-folder.ts';

/** What the Dockerfile and the product use of their base image; `node:20-slim`, which is not to be had without a network, has them too. */
const PROGRAMS = [process.execPath, '/bin/sh', '/usr/bin/env', '/bin/sleep', '/bin/ln', '/usr/bin/install'];

/** The image of the product, built by the `Dockerfile` from the packed package, without a network; gone after the tests of the file. */
export function useProductImage(engine: TestEngine): string {
  const marker = createMarker();
  const [base, image] = [`localhost:1/toolyard-test-base:${marker}`, `localhost:1/toolyard-test:${marker}`];
  beforeAll(async () => {
    await inFolder((folder) => importBase(engine, base, folder));
    await inFolder((folder) => build(engine, { base, image, folder }));
  });
  afterAll(() => removeWithOffspring(engine, base));
  return image;
}

async function inFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-image-'));
  try {
    await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node and a shell of this machine as an image, with a user of the number 1000 as Node's own images have it. */
async function importBase(engine: TestEngine, base: string, folder: string): Promise<void> {
  for (const path of new Set(PROGRAMS.flatMap(withLibraries))) {
    cpSync(path, join(folder, path), { dereference: true });
  }
  for (const name of ['etc', 'tmp', 'usr/local/bin']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  chmodSync(join(folder, 'tmp'), 0o1777);
  chmodSync(folder, 0o755);
  const path = `ENV PATH=${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  const query = new URLSearchParams({ fromSrc: '-', repo: base, changes: path });
  await sendTar(engine, `/images/create?${query.toString()}`, ['-C', folder, '.']);
}

async function build(
  engine: TestEngine,
  { base, image, folder }: { readonly base: string; readonly image: string; readonly folder: string },
): Promise<void> {
  const { filename } = await packPackage(folder);
  const query = new URLSearchParams({
    t: image,
    buildargs: JSON.stringify({ NODE_IMAGE: base }),
    networkmode: 'none',
    forcerm: 'true',
  });
  await sendTar(engine, `/build?${query.toString()}`, ['-C', ROOT, 'Dockerfile', '-C', folder, filename]);
}

interface ListedImage {
  readonly Id: string;
  readonly ParentId: string;
}

/** Removes an image and all that was built on it, the steps of a build too. */
async function removeWithOffspring(engine: TestEngine, image: string): Promise<void> {
  const { Id } = JSON.parse((await engine.ask('GET', `/images/${image}/json`)).text) as ListedImage;
  const all = JSON.parse((await engine.ask('GET', '/images/json?all=true')).text) as readonly ListedImage[];
  const remove = async (id: string): Promise<void> => {
    for (const child of all.filter(({ ParentId }) => ParentId === id)) await remove(child.Id);
    await engine.ask('DELETE', `/images/${id}?force=true`);
  };
  await remove(Id);
}
