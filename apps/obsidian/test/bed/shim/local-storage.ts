import type * as Obsidian from 'obsidian';
import type { FileSystemAdapter } from './vault.ts';

/** What plugins keep on this device for one vault. */
export function localStorageOf(folder: FileSystemAdapter): Pick<Obsidian.App, 'loadLocalStorage' | 'saveLocalStorage'> {
  const nameOf = (key: string): string => `${folder.getBasePath()}-${key}`;
  return {
    loadLocalStorage(key) {
      const text = window.localStorage.getItem(nameOf(key));
      return text === null ? null : (JSON.parse(text) as unknown);
    },
    saveLocalStorage(key, data) {
      if (data === null) window.localStorage.removeItem(nameOf(key));
      else window.localStorage.setItem(nameOf(key), JSON.stringify(data));
    },
  };
}
