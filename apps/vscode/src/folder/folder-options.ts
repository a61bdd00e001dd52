import type { Log } from '@toolyard/core';
import type { Host, NamedConfiguration } from '@toolyard/host';
import type { TextFiles } from '../ports/text-files.ts';

/** What a folder is opened with; another folder object takes its place where one of these changes. */
export interface FolderOptions {
  readonly name: string;
  readonly path: string;
  /** What runs by itself: it asks nobody anything. */
  readonly host: Host;
  /** The same where a person has just asked for something, and can be asked. */
  readonly askingHost: Host;
  readonly files: TextFiles;
  /** What people see of the log. */
  readonly shown: Log;
  readonly isTrusted: boolean;
  readonly settings: FolderSettings;
}

/** The settings of the extension for one folder. */
export interface FolderSettings {
  /** The file with the servers; found from the folder where it is absent. */
  readonly configuration?: NamedConfiguration;
  readonly hooksEnabled: boolean;
  /** The other programs whose servers count. */
  readonly sources: readonly string[];
}
