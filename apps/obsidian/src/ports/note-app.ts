import type { NoteStore } from '@toolyard/documents';
import type { JsonObject } from '@toolyard/core';
import type { ServerEntry } from '@toolyard/host';
import type { Notify } from '../notices/notice.ts';

/** A server whose definition nobody approved on this device as it is now. */
export interface UnapprovedServer {
  readonly name: string;
  /** What would be started, as it would stand in a configuration file. */
  readonly entry: ServerEntry;
  /** What was approved under this name before. */
  readonly before?: JsonObject;
}

/** A note that may be open in an editor. */
export interface AppNote extends NoteStore {
  /** Whether an editor shows it now: then what runs is shown beside the text, and the text changes once. */
  isInEditor(): boolean;
}

/** What the plugin needs of the app that it runs in; paths are those of the vault, with `/`. */
export interface NoteApp {
  /** The full path of the vault. */
  readonly vaultFolder: string;
  /** What data.json holds. */
  loadData(): Promise<unknown>;
  /** The note at a path; its methods reject where there is none any more. */
  openNote(path: string): AppNote;
  readonly notify: Notify;
  /** Whether a person lets a server be started on this device as it is now; closed without an answer it is a no. */
  approve(server: UnapprovedServer): Promise<boolean>;
}
