import { expect, it } from 'vitest';
import { toEditorFolders } from './to-editor-folders.ts';

it.each([
  [
    '/home/me/.config/Code - Insiders/User/globalStorage/toolyard.toolyard',
    { user: '/home/me/.config/Code - Insiders/User' },
  ],
  ['/home/me/.vscode-server/data/User/globalStorage/toolyard.toolyard', { user: '/home/me/.vscode-server/data/User' }],
  [
    '/data/User/profiles/-1a2b/globalStorage/toolyard.toolyard',
    { user: '/data/User', profile: '/data/User/profiles/-1a2b' },
  ],
  ['/somewhere/else', undefined],
])('tells from %s where the user has their files', (storage, folders) => {
  expect(toEditorFolders(storage)).toEqual(folders);
});
