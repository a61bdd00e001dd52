import { rmSync } from 'node:fs';
import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { textOf } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, range } from './shared-folder.ts';

/** Starts only while no file says that it must not. */
const HELD_BY_A_FILE = (fixture: string): string => `
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
while (existsSync('hold')) await setTimeout(50);
await import(${JSON.stringify(fixture)});
`;

it('answers the first list of 30 servers that ran before, before any of them runs', { timeout: 120_000 }, async () => {
  const keys = range(30);
  const place = createSharedFolder(
    Object.fromEntries(keys.map((key) => [key, { command: process.execPath, args: ['held.mjs'] }])),
  );
  place.write('held.mjs', HELD_BY_A_FILE(fixturePath('echo.mjs')));
  const first = await openGateway(place);
  const names = await first.toolNames();
  expect(names).toHaveLength(90);
  await first.close();

  const hold = place.write('hold', '');
  const second = await openGateway(place);
  // The list would wait longer for a server than this client does for the list.
  expect(await second.toolNames()).toEqual(names);
  const call = second.call('s29__add', { a: 1, b: 1 });
  rmSync(hold);
  expect(textOf(await call)).toBe('2');
});

it('starts a lazy server that ran before only for its first call', async () => {
  const entry = { command: process.execPath, args: [fixturePath('echo.mjs')], start: 'lazy' };
  const place = createSharedFolder({ lazy: entry });
  const first = await openGateway(place);
  expect(await first.toolNames()).toHaveLength(3);
  await first.close();

  const second = await openGateway(place, { words: ['--debug'] });
  expect(await second.toolNames()).toHaveLength(3);
  expect(second.stderr).not.toContain('is starting');
  expect(textOf(await second.call('lazy__add', { a: 1, b: 1 }))).toBe('2');
  expect(second.stderr).toContain('is starting');
});
