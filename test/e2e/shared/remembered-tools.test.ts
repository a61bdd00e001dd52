import { fixturePath } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { textOf } from '../harness/raw-client.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { expectRemembered } from './expect-remembered.ts';
import { createSharedFolder } from './shared-folder.ts';

it('answers the first list of servers that ran before, before any of them runs', () => expectRemembered(3));

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
