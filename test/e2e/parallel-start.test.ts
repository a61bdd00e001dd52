import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createYardFolder } from './harness/create-yard-folder.ts';
import { startGateway } from './harness/start-gateway.ts';

const KEYS = Array.from({ length: 12 }, (_, index) => `server-${index}`);

/** A server that answers nothing before all of them were started, and the file `go` is there. */
const WAITS_FOR_ALL = `
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
writeFileSync('started-' + process.argv[2], '');
const areAllStarted = () => readdirSync('.').filter((name) => name.startsWith('started-')).length === ${KEYS.length};
while (!areAllStarted() || !existsSync('go')) await setTimeout(20);
await import(${JSON.stringify(fixturePath('echo.mjs'))});
`;

it('starts twelve servers at once, and answers the handshake before any of them does', async () => {
  const servers = KEYS.map((key) => [key, { command: process.execPath, args: ['waits.mjs', key] }]);
  const place = createYardFolder(Object.fromEntries(servers), { listWaitMs: 60_000, naming: 'colon' });
  place.write('waits.mjs', WAITS_FOR_ALL);
  const gateway = startGateway(place);
  // One that waited for a server would wait for ever.
  await gateway.initialize();
  writeFileSync(join(place.folder, 'go'), '');
  // Started one after another, none of them would ever answer.
  const names = await gateway.toolNames();
  expect(names.filter((name) => String(name).endsWith(':echo'))).toEqual(KEYS.map((key) => `${key}:echo`));
  const texts = await Promise.all(KEYS.map((key) => gateway.text(`${key}:echo`, { text: key })));
  expect(texts).toEqual(KEYS);
  expect(gateway.stderr).toBe('');
});
