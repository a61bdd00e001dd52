import { expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import type { Folder, Folders } from './folder.ts';
import { followFolders } from './follow-folders.ts';

function createChangingFolders(): Folders & { set(...folders: readonly Folder[]): void } {
  let current: readonly Folder[] = [];
  const listeners = new Set<() => void>();
  return {
    list: () => current,
    of: () => undefined,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(...folders) {
      current = folders;
      for (const listener of listeners) listener();
    },
  };
}

it('follows each folder once for as long as it is there', () => {
  const folders = createChangingFolders();
  const [shop, site] = [createFakeFolder({}, { name: 'shop' }), createFakeFolder({}, { name: 'site' })];
  folders.set(shop);
  const heard: string[] = [];
  const stop = followFolders(folders, ({ name }) => {
    heard.push(`+${name}`);
    return () => void heard.push(`-${name}`);
  });
  folders.set(shop, site);
  folders.set(site);
  folders.set(site);
  stop();
  folders.set(shop);
  expect(heard).toEqual(['+shop', '+site', '-shop', '-site']);
});
