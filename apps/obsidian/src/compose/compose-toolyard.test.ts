import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProcesses } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFakeNoteApp } from '../../test/fakes/fake-note-app.ts';
import { createFolder, createHost, defineServer, soon } from '../../test/fakes/plugin-bench.ts';
import { composeToolyard } from './compose-toolyard.ts';

it('leaves no process of a connection that is being tested when it is closed', async () => {
  const folder = createFolder();
  const vault = join(folder, 'vault');
  mkdirSync(vault);
  const mark = `compose-${process.pid}`;
  const app = createFakeNoteApp(vault, { mcpServers: [defineServer(mark, 'one', 'never-answers')] });
  const toolyard = await composeToolyard(createHost(folder), app);
  const test = toolyard.servers.test('one', { limitMs: 60_000 });
  await soon(() => findProcesses(`${mark}-one`).length).toBe(1);
  await toolyard.close();
  expect(findProcesses(`${mark}-one`)).toEqual([]);
  expect(await test).toMatchObject({ ok: false });
  await expect(toolyard.servers.test('one')).rejects.toMatchObject({ code: 'interrupted' });
});
