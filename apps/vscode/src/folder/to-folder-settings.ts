import { resolve } from 'node:path';
import type { NamedConfiguration } from '@toolyard/host';
import type { FolderSettings } from './folder-options.ts';

/** One setting as the editor knows it; files may have anything in its place. */
export interface ReadSetting {
  /** What counts. */
  readonly value: unknown;
  /** What the person's own settings say, else what it is by default. */
  readonly own: unknown;
  /** What the folder and the file of the workspace say. */
  readonly ofWorkspace: readonly unknown[];
}

/** Where a folder is, and whose it is. */
export interface SettingsPlace {
  /** Absolute. */
  readonly folder: string;
  readonly homeDir: string;
}

/** The settings `toolyard.*` for a folder; a value of a wrong type counts as none. */
export function toFolderSettings(read: (name: string) => ReadSetting, place: SettingsPlace): FolderSettings {
  const configuration = toNamedConfiguration(read('configuration'), place);
  const { value: isEnabled } = read('hooks.enabled');
  const { value: sources } = read('discovery.sources');
  return {
    ...(configuration === undefined ? {} : { configuration }),
    hooksEnabled: isEnabled !== false,
    sources: Array.isArray(sources) ? sources.filter((source) => typeof source === 'string') : [],
  };
}

/** What the person's own settings name is approved by that; what came with the folder is approved by its contents, as any file that lies there. */
function toNamedConfiguration(
  { value, own, ofWorkspace }: ReadSetting,
  place: SettingsPlace,
): NamedConfiguration | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const file = toPath(value.trim(), place);
  const namedBy = 'the setting "toolyard.configuration"';
  const isOwn = value === own && !ofWorkspace.includes(value);
  return isOwn ? { config: file, namedBy } : { found: file, namedBy };
}

/** Written from the folder, from the home folder with `~`, or with `${workspaceFolder}` and `${userHome}` as in other settings. */
function toPath(written: string, { folder, homeDir }: SettingsPlace): string {
  const named = written
    .replaceAll(/\$\{(workspaceFolder|userHome)\}/g, (_, name) => (name === 'userHome' ? homeDir : folder))
    .replace(/^~(?=$|[\\/])/, () => homeDir);
  return resolve(folder, named);
}
