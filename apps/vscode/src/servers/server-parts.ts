import type { Host, NamedConfiguration } from '@toolyard/host';
import type { CommandParts } from '../commands/command-table.ts';
import type { Folder } from '../folder/folder.ts';

/** How the configuration of a folder is reached by a person who acts. */
export interface ServerAccess {
  /** Asks the person. */
  readonly host: Host;
  readonly named: NamedConfiguration;
  /** The other programs whose servers count. */
  readonly sources: readonly string[];
}

/** What commands about servers and tools work with. */
export interface ServerParts extends CommandParts {
  accessOf(folder: Folder): ServerAccess;
  /** What a person copied; empty where the editor does not tell. */
  readClipboard(): Promise<string>;
  readonly logs: LogViews;
}

/** Where logs are shown, each under its title. */
export interface LogViews {
  /** Brings a log to the front; `follow` is called the first time, and writes to it until the signal is aborted. */
  show(title: string, follow: (write: (line: string) => void, signal: AbortSignal) => Promise<void>): void;
}

/** A server as commands are given it. */
export interface ServerSubject {
  readonly folder: Folder;
  readonly server: string;
}

/** Whether only the files of another program define a server: such a server runs for approved hooks alone. */
export function isForeignServer({ folder, server }: ServerSubject): boolean {
  const found = folder.state().servers.find(({ id }) => id === server);
  return found?.source !== undefined && found.source !== 'toolyard';
}
