import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder, untilState, type TestFolder } from '../../test/fakes/create-test-folder.ts';
import type { FolderSettings } from './folder-options.ts';
import { toFolderSettings } from './to-folder-settings.ts';

const VALUE = '${workspaceFolder}/elsewhere.json';

/** A folder whose servers stand in a file that only a setting leads to. */
async function createNamed(): Promise<TestFolder> {
  const made = await createTestFolder();
  await rename(join(made.path, 'toolyard.json'), join(made.path, 'elsewhere.json'));
  return made;
}

/** The settings where the person, or the folder, names the file. */
function settingsOf(
  { path: folder, home: homeDir }: TestFolder,
  who: 'person' | 'folder',
  value = VALUE,
): FolderSettings {
  const setting = who === 'person' ? { own: value, ofWorkspace: [] } : { own: '', ofWorkspace: [value] };
  return { ...toFolderSettings(() => ({ value, ...setting }), { folder, homeDir }), hooksEnabled: true, sources: [] };
}

it('starts nothing of a file that the settings of the folder name, until a person approves it', async () => {
  const made = await createNamed();
  const folder = made.open({ settings: settingsOf(made, 'folder') });
  await untilState(folder, ({ needsServerApproval, hooks }) => needsServerApproval && hooks.length === 1);
  await folder.lookForServers({ afresh: true });
  expect(folder.state().servers).toMatchObject([{ id: 'it', status: 'unknown' }]);
  await expect(folder.openYard({ mayAsk: false })).rejects.toMatchObject({ code: 'config-not-approved' });
  await folder.openYard({ mayAsk: true });
  await untilState(folder, ({ needsServerApproval }) => !needsServerApproval);
});

it('starts what the person’s own settings name', async () => {
  const made = await createNamed();
  const folder = made.open({ settings: settingsOf(made, 'person') });
  const { place } = await folder.openYard({ mayAsk: false });
  expect(place.file).toBe(join(made.path, 'elsewhere.json'));
});

it.each(['person', 'folder'] as const)('names the setting where the file that the %s named is missing', async (who) => {
  const made = await createTestFolder();
  const folder = made.open({ settings: settingsOf(made, who, 'gone.json') });
  await untilState(folder, ({ duty }) => duty.kind === 'blocked');
  const why = `${join(made.path, 'gone.json')}: $: Config file not found; check the path in the setting "toolyard.configuration"`;
  expect(folder.state().duty).toMatchObject({ message: expect.stringContaining('check the path in the setting') });
  await expect(folder.openYard({ mayAsk: true })).rejects.toThrow(why);
});
