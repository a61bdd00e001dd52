import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder, ECHO_HOOK, untilState } from '../../test/fakes/create-test-folder.ts';
import { openDiskFolder } from '../../test/fakes/open-disk-folder.ts';
import { findHooksDocument } from '../language/find-hooks-document.ts';

it('is the same folder where the window has it by a symbolic link', async ({ onTestFinished }) => {
  const { home, path, writeHooks } = await createTestFolder();
  await writeHooks([{ ...ECHO_HOOK, trigger: { event: 'diagnostics.changed', if: { path: 'src/a.ts' } } }]);
  const link = join(home, 'link');
  await symlink(path, link);
  const folder = openDiskFolder({ home, path: link });
  onTestFinished(() => folder.close());
  await untilState(folder, ({ hooks }) => hooks.length > 0);
  for (const { resolved } of folder.state().hooks) await folder.approve(resolved);
  await folder.openYard({ mayAsk: true });
  await untilState(folder, ({ duty }) => duty.kind === 'here');

  await folder.tell([
    { name: 'diagnostics.changed', values: { path: join(link, 'src/a.ts'), errors: 1, warnings: 0 } },
  ]);
  await untilState(folder, ({ runs }) => runs.length > 0);
  expect(folder.state().runs[0]).toMatchObject({ status: 'success', event: { name: 'diagnostics.changed' } });

  const folders = { list: () => [folder], of: () => folder, onChange: () => () => undefined };
  const file = folder.state().hooks[0]?.resolved.known.file;
  expect(file).toBe(join(path, '.toolyard/hooks.json'));
  expect(findHooksDocument(folders, join(link, '.toolyard/hooks.json'))).toEqual({ folder, format: 'json', file });
  expect(findHooksDocument(folders, join(path, '.toolyard/hooks.json'))).toEqual({ folder, format: 'json', file });
});
