import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProcesses, fixturePath, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import {
  approveAll,
  createTestFolder,
  ECHO_HOOK,
  untilState,
  type TestFolder,
} from '../../test/fakes/create-test-folder.ts';
import { createFolderYard } from './create-folder-yard.ts';

/** The editor waits so long for an extension that it ends, in milliseconds. */
const PATIENCE_MS = 5000;

/** Its servers start with the yard, and have the mark in their arguments. */
async function createMarked(...fixtures: readonly string[]): Promise<TestFolder & { readonly mark: string }> {
  const made = await createTestFolder();
  const mark = `closing-${process.pid}-${Date.now()}`;
  const servers = fixtures.map((name) => [
    name === 'echo.mjs' ? 'it' : name.replace('.mjs', ''),
    { command: process.execPath, args: [fixturePath(name), mark], start: 'eager' },
  ]);
  const file = join(made.path, 'toolyard.json');
  await writeFile(file, JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
  return { ...made, mark };
}

it('ends in time with servers that do not answer, do not end and do not start, and leaves no process', async () => {
  const { open, mark } = await createMarked('echo.mjs', 'ignores-end.mjs', 'never-answers.mjs', 'slow-start.mjs');
  const folder = open();
  await approveAll(folder);
  await waitUntil(() => findProcesses(mark).length >= 4, PATIENCE_MS);
  void folder.lookForServers({ afresh: true });
  const startedAt = performance.now();
  await folder.close();
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  expect(findProcesses(mark)).toEqual([]);
});

it.each([0, 1, 5, 20, 60, 150, 400])(
  'leaves nothing where the window is closed %i ms after it was opened',
  async (ms) => {
    const { open, mark } = await createMarked('echo.mjs');
    const first = open();
    await approveAll(first);
    await first.close();
    const folder = open();
    const asked = [folder.openYard({ mayAsk: true }), folder.lookForServers({ afresh: true }), folder.run('echo')];
    const answers = Promise.allSettled(asked);
    await new Promise((resolve) => setTimeout(resolve, ms));
    await folder.close();
    await answers;
    expect(findProcesses(mark)).toEqual([]);
  },
);

it('opens no yard that was asked for in the moment of the end', async () => {
  const { path, mark, host, open } = await createMarked('echo.mjs');
  const before = open();
  await approveAll(before);
  await before.close();
  const settings = { hooksEnabled: true, sources: [] };
  const shown = { write: () => undefined };
  const files = { read: async () => undefined, write: async () => undefined };
  const options = { name: 'work', path, host, askingHost: host, files, shown, isTrusted: true, settings };
  const yard = createFolderYard(options, () => undefined);
  const opening = yard.open({ mayAsk: false });
  await Promise.all([yard.close(), expect(opening).rejects.toMatchObject({ code: 'interrupted' })]);
  await expect(yard.open({ mayAsk: false })).rejects.toMatchObject({ code: 'interrupted' });
  expect(findProcesses(mark)).toEqual([]);
});

it('gives its place to another object of the same folder at any moment, which runs each hook once', async () => {
  const made = await createMarked('echo.mjs');
  await made.writeHooks([ECHO_HOOK]);
  const first = made.open();
  await approveAll(first);
  // As the settings of a window change, several times in a moment.
  let current = first;
  for (let count = 0; count < 5; count++) {
    void current.close();
    current = made.open();
    await new Promise((resolve) => setTimeout(resolve, count * 30));
  }
  await untilState(current, ({ duty }) => duty.kind === 'here');
  await writeFile(join(made.path, 'once.md'), 'x');
  await untilState(current, ({ runs }) => runs.some(({ event }) => event.context['path'] === 'once.md'));
  await writeFile(join(made.path, 'then.md'), 'x');
  await untilState(current, ({ runs }) => runs.some(({ event }) => event.context['path'] === 'then.md'));
  expect(current.state().runs.map(({ event }) => event.context['path'])).toEqual(['then.md', 'once.md']);
});
