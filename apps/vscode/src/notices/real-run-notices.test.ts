import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@toolyard/host';
import { waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { createTestFolder } from '../../test/fakes/create-test-folder.ts';
import { createRunNotices } from './create-run-notices.ts';

const WAIT_MS = 30_000;

it('hears of a hook that fails in a real folder', async () => {
  const place = await createTestFolder();
  const action = { type: 'custom', parameters: { command: process.execPath, args: ['-e', 'process.exit(3)'] } };
  await place.writeHooks([{ id: 'fails', name: 'Fails', trigger: { event: 'file.saved', paths: ['*.md'] }, action }]);
  await writeFile(join(place.path, 'a.md'), 'a');
  const folder = place.open();
  const editor = createFakeEditor();
  const notices = createRunNotices({
    editor,
    clock: systemClock,
    show: async () => undefined,
    mention: () => undefined,
    onError: () => undefined,
  });
  const stop = notices.watch(folder);
  await waitUntil(() => folder.state().hooks.length === 1, WAIT_MS);
  for (const { resolved } of folder.state().hooks) await folder.approve(resolved);
  await folder.openYard({ mayAsk: true });
  await waitUntil(() => folder.state().duty.kind === 'here', WAIT_MS);
  await writeFile(join(place.path, 'a.md'), 'b');
  await waitUntil(() => editor.shown.length > 0, WAIT_MS);
  expect(editor.shown[0]).toContain('error: Hook "Fails" failed: ');
  stop();
});
