import { rmSync } from 'node:fs';
import { fixturePath } from '@toolyard/testing';
import { expect } from 'vitest';
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

/** The first list of so many servers that ran before is answered before any of them runs. */
export async function expectRemembered(count: number): Promise<void> {
  const keys = range(count);
  const place = createSharedFolder(
    Object.fromEntries(keys.map((key) => [key, { command: process.execPath, args: ['held.mjs'] }])),
  );
  place.write('held.mjs', HELD_BY_A_FILE(fixturePath('echo.mjs')));
  const first = await openGateway(place);
  const names = await first.toolNames();
  expect(names).toHaveLength(3 * count);
  await first.close();

  const hold = place.write('hold', '');
  const second = await openGateway(place);
  // The list would wait longer for a server than this client does for the list.
  expect(await second.toolNames()).toEqual(names);
  const call = second.call(`s${count - 1}__add`, { a: 1, b: 1 });
  rmSync(hold);
  expect(textOf(await call)).toBe('2');
}
